// A bot of discord.js that builds messages and modals of every component with the library's builders.
import { serve, stranger, tell, wish } from "./peer.mjs";

const {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ChannelType,
  CheckboxBuilder,
  CheckboxGroupBuilder,
  Client,
  ContainerBuilder,
  Events,
  FileBuilder,
  FileUploadBuilder,
  LabelBuilder,
  MediaGalleryBuilder,
  MentionableSelectMenuBuilder,
  MessageFlags,
  ModalBuilder,
  RadioGroupBuilder,
  RoleSelectMenuBuilder,
  SectionBuilder,
  SeparatorBuilder,
  SeparatorSpacingSize,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  ThumbnailBuilder,
  UserSelectMenuBuilder,
} = stranger("discord.js");

const client = new Client({ intents: wish.intents, rest: { api: wish.api } });
client.on(Events.Error, (error) => tell("error", { message: String(error) }));
client.on(Events.Warn, (message) => tell("error", { message }));

const shown = (message) => ({
  id: message.id,
  content: message.content,
  isOfComponents: message.flags.has(MessageFlags.IsComponentsV2),
  files: [...message.attachments.values()].map(({ name }) => name),
  components: message.components.map((component) => component.toJSON()),
});
client.on(Events.MessageCreate, (message) => tell("event", { name: "created", of: shown(message) }));
client.on(Events.MessageUpdate, (_, message) => tell("event", { name: "updated", of: shown(message) }));

const action = (customId) =>
  new ButtonBuilder().setCustomId(customId).setLabel("Go").setStyle(ButtonStyle.Success).setEmoji("🔥");
const text = (content) => new TextDisplayBuilder().setContent(content);
const choices = (...names) => names.map((name) => ({ label: name, value: name.toLowerCase() }));

/** @param roleId of the server, which one select shows chosen */
const everything = (roleId) => [
  text("# Shop").setId(40),
  new SectionBuilder()
    .addTextDisplayComponents(text("one"), text("two"))
    .setThumbnailAccessory(
      new ThumbnailBuilder().setURL("attachment://map.png").setDescription("a map").setSpoiler(true),
    ),
  new SectionBuilder().addTextDisplayComponents(text("three")).setButtonAccessory(action("section")),
  new MediaGalleryBuilder().addItems(
    (item) => item.setURL("attachment://map.png"),
    (item) => item.setURL("https://example.com/view.png").setDescription("a view"),
  ),
  new FileBuilder().setURL("attachment://rules.txt").setSpoiler(true),
  new SeparatorBuilder().setDivider(false).setSpacing(SeparatorSpacingSize.Large),
  new ContainerBuilder()
    .setAccentColor(0xff8800)
    .setSpoiler(true)
    .addTextDisplayComponents(text("inside"))
    .addSeparatorComponents((separator) => separator)
    .addActionRowComponents(
      new ActionRowBuilder().addComponents(
        action("first"),
        new ButtonBuilder().setURL("https://example.com").setLabel("Web").setStyle(ButtonStyle.Link),
        new ButtonBuilder().setCustomId("off").setLabel("Off").setStyle(ButtonStyle.Danger).setDisabled(true),
      ),
    ),
  new ActionRowBuilder().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId("size")
      .setPlaceholder("How large?")
      .setMinValues(0)
      .setMaxValues(2)
      .addOptions(
        { label: "Small", value: "s", description: "for one", emoji: "🔥", default: true },
        { label: "Large", value: "l" },
      ),
  ),
  new ActionRowBuilder().addComponents(new UserSelectMenuBuilder().setCustomId("user").setMaxValues(25)),
  new ActionRowBuilder().addComponents(
    new RoleSelectMenuBuilder().setCustomId("role").addDefaultRoles(roleId).setDisabled(true),
  ),
  new ActionRowBuilder().addComponents(new MentionableSelectMenuBuilder().setCustomId("mentionable")),
  new ActionRowBuilder().addComponents(
    new ChannelSelectMenuBuilder()
      .setCustomId("channel")
      .addChannelTypes(ChannelType.GuildText, ChannelType.GuildVoice),
  ),
];

const field = (label, set) =>
  set(new LabelBuilder().setLabel(label).setDescription(`What is your ${label}?`));

const modals = {
  first: () =>
    new ModalBuilder()
      .setCustomId("first")
      .setTitle("First")
      .addTextDisplayComponents(text("Tell us."))
      .addLabelComponents(
        field("name", (label) =>
          label.setTextInputComponent(
            new TextInputBuilder()
              .setCustomId("name")
              .setStyle(TextInputStyle.Short)
              .setMinLength(2)
              .setMaxLength(20)
              .setPlaceholder("Ada"),
          ),
        ),
        field("size", (label) =>
          label.setStringSelectMenuComponent(
            new StringSelectMenuBuilder()
              .setCustomId("size")
              .addOptions(...choices("S", "L"))
              .setRequired(false),
          ),
        ),
        field("friend", (label) =>
          label.setUserSelectMenuComponent(new UserSelectMenuBuilder().setCustomId("friend")),
        ),
        field("channel", (label) =>
          label.setChannelSelectMenuComponent(
            new ChannelSelectMenuBuilder().setCustomId("channel").addChannelTypes(ChannelType.GuildText),
          ),
        ),
      ),
  second: () =>
    new ModalBuilder()
      .setCustomId("second")
      .setTitle("Second")
      .addLabelComponents(
        field("role", (label) =>
          label.setRoleSelectMenuComponent(new RoleSelectMenuBuilder().setCustomId("role")),
        ),
        field("file", (label) =>
          label.setFileUploadComponent(
            new FileUploadBuilder().setCustomId("file").setMinValues(1).setMaxValues(10),
          ),
        ),
        field("way", (label) =>
          label.setRadioGroupComponent(
            new RadioGroupBuilder().setCustomId("way").addOptions(...choices("Left", "Right")),
          ),
        ),
        field("extras", (label) =>
          label.setCheckboxGroupComponent(
            new CheckboxGroupBuilder()
              .setCustomId("extras")
              .addOptions(...choices("Salt", "Pepper"))
              .setRequired(false)
              .setMinValues(0),
          ),
        ),
        field("consent", (label) =>
          label.setCheckboxComponent(new CheckboxBuilder().setCustomId("consent").setDefault(true)),
        ),
      ),
  old: () =>
    new ModalBuilder()
      .setCustomId("old")
      .setTitle("Old")
      .addComponents(
        new ActionRowBuilder().addComponents(
          new TextInputBuilder().setCustomId("name").setLabel("Name").setStyle(TextInputStyle.Paragraph),
        ),
      ),
};

const channelOf = (id) => client.channels.fetch(id);
const files = () => [
  new AttachmentBuilder(Buffer.from("pixels"), { name: "map.png" }),
  new AttachmentBuilder(Buffer.from("words"), { name: "rules.txt" }),
];

serve({
  /** The output of the builders, and the platform's answer. */
  everything: async (channelId, roleId) => {
    const components = everything(roleId);
    const channel = await channelOf(channelId);
    const message = await channel.send({ flags: MessageFlags.IsComponentsV2, components, files: files() });
    const read = await channel.messages.fetch({ message: message.id, cache: false, force: true });
    return { built: components.map((one) => one.toJSON()), sent: shown(message), read: shown(read) };
  },
  buttons: async (channelId) =>
    shown(
      await (
        await channelOf(channelId)
      ).send({
        content: "press",
        components: [new ActionRowBuilder().addComponents(action("one"), action("two"))],
      }),
    ),
  rewrite: async (channelId, id) =>
    shown(
      await (await (await channelOf(channelId)).messages.fetch(id)).edit({ components: [text("closed")] }),
    ),
  wrong: async (channelId) =>
    (await channelOf(channelId)).send({
      components: [{ type: 1, components: [{ type: 2, style: 1, label: "x" }] }],
    }),
  modal: async (name) => modals[name]().toJSON(),
});

client.once(Events.ClientReady, () => tell("ready", { userId: client.user.id }));
await client.login(wish.token);
