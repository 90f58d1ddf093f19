// A bot of discord.js with commands of every kind, autocomplete, a modal, and components.
import { serve, stranger, tell, wish } from "./peer.mjs";

const {
  ActionRowBuilder,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  Client,
  ContainerBuilder,
  ContextMenuCommandBuilder,
  Events,
  FileUploadBuilder,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} = stranger("discord.js");

const client = new Client({ intents: wish.intents, rest: { api: wish.api } });
client.on(Events.Error, (error) => tell("error", { message: String(error) }));
client.on(Events.Warn, (message) => tell("error", { message }));

const slash = (name) => new SlashCommandBuilder().setName(name).setDescription(`The command ${name}`);
const COMMANDS = [
  slash("echo")
    .addStringOption((option) => option.setName("text").setDescription("What").setRequired(true))
    .addUserOption((option) => option.setName("to").setDescription("Whom"))
    .addChannelOption((option) => option.setName("where").setDescription("Where"))
    .addAttachmentOption((option) => option.setName("picture").setDescription("A picture")),
  slash("map").addSubcommandGroup((group) =>
    group
      .setName("pin")
      .setDescription("Pins")
      .addSubcommand((sub) =>
        sub
          .setName("set")
          .setDescription("Sets one")
          .addIntegerOption((option) => option.setName("x").setDescription("East").setRequired(true)),
      ),
  ),
  slash("later"),
  slash("find").addStringOption((option) =>
    option.setName("item").setDescription("What").setRequired(true).setAutocomplete(true),
  ),
  slash("form"),
  slash("shop"),
  new ContextMenuCommandBuilder().setName("Greet").setType(ApplicationCommandType.User),
  new ContextMenuCommandBuilder().setName("Quote").setType(ApplicationCommandType.Message),
];

const button = (id) => new ButtonBuilder().setCustomId(id).setLabel("Buy").setStyle(ButtonStyle.Primary);
const menu = new StringSelectMenuBuilder()
  .setCustomId("colour")
  .addOptions({ label: "Red", value: "red" }, { label: "Blue", value: "blue" });
const shop = (text) => ({
  flags: MessageFlags.IsComponentsV2,
  components: [
    new ContainerBuilder()
      .addTextDisplayComponents(new TextDisplayBuilder().setContent(text))
      .addActionRowComponents(
        new ActionRowBuilder().addComponents(button("buy")),
        new ActionRowBuilder().addComponents(menu),
      ),
  ],
});

const form = new ModalBuilder()
  .setCustomId("report")
  .setTitle("Report")
  .addLabelComponents(
    new LabelBuilder()
      .setLabel("What happened?")
      .setTextInputComponent(new TextInputBuilder().setCustomId("story").setStyle(TextInputStyle.Paragraph)),
    new LabelBuilder()
      .setLabel("How bad?")
      .setStringSelectMenuComponent(
        new StringSelectMenuBuilder()
          .setCustomId("weight")
          .setRequired(true)
          .addOptions({ label: "Light", value: "light" }, { label: "Heavy", value: "heavy" }),
      ),
    new LabelBuilder()
      .setLabel("Proof")
      .setFileUploadComponent(new FileUploadBuilder().setCustomId("proof").setMaxValues(2)),
  );

const HANDLERS = {
  echo: async (interaction) => {
    const { options } = interaction;
    const [text, to, where] = [options.getString("text"), options.getUser("to"), options.getChannel("where")];
    const picture = options.getAttachment("picture");
    await interaction.reply(`${text} ${to?.username} ${where?.name} ${picture?.name}`);
    const reply = await interaction.fetchReply();
    return { id: reply.id, by: reply.interactionMetadata?.user.username };
  },
  map: async (interaction) => {
    const { options } = interaction;
    await interaction.reply("pinned");
    const [group, sub] = [options.getSubcommandGroup(), options.getSubcommand()];
    return { group, sub, x: options.getInteger("x") };
  },
  later: async (interaction) => {
    await interaction.deferReply();
    await interaction.editReply("at last");
    const more = await interaction.followUp({ content: "and more", flags: MessageFlags.Ephemeral });
    return { isHidden: more.flags.has(MessageFlags.Ephemeral) };
  },
  find: (interaction) => interaction.reply(`found ${interaction.options.getString("item")}`),
  form: (interaction) => interaction.showModal(form),
  shop: (interaction) => interaction.reply(shop("Welcome")),
  Greet: (interaction) => interaction.reply(`hello ${interaction.targetUser.username}`),
  Quote: (interaction) => interaction.reply(`> ${interaction.targetMessage.content}`),
};

async function handle(interaction) {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    const items = ["sword", "shield", "helmet"].filter((item) => item.startsWith(typed));
    return interaction.respond(items.map((item) => ({ name: item, value: item })));
  }
  if (interaction.isCommand()) return HANDLERS[interaction.commandName](interaction);
  if (interaction.isButton()) return interaction.update(shop(`${interaction.user.username} bought it`));
  if (interaction.isStringSelectMenu()) {
    await interaction.deferUpdate();
    return interaction.editReply(shop(`It is ${interaction.values.join()}`));
  }
  if (interaction.isModalSubmit()) {
    const { fields } = interaction;
    const files = fields.getUploadedFiles("proof");
    const words = [fields.getTextInputValue("story"), fields.getStringSelectValues("weight").join()];
    return interaction.reply({
      content: [...words, ...files.map(({ name }) => name)].join(" "),
      flags: MessageFlags.Ephemeral,
    });
  }
  return undefined;
}

client.on(Events.InteractionCreate, (interaction) => {
  handle(interaction).then(
    (value) => tell("event", { name: "handled", of: { id: interaction.id, value: plain(value) } }),
    (error) =>
      tell("error", { message: `${interaction.commandName ?? interaction.customId}: ${error.stack}` }),
  );
});

/** Only what the test asks about: messages have the whole client in them. */
function plain(value) {
  return value !== null && typeof value === "object" && value.constructor === Object ? value : null;
}

serve({
  register: async () => {
    const commands = await client.application.commands.set(COMMANDS);
    return [...commands.values()].map(({ name }) => name);
  },
});

client.once(Events.ClientReady, ({ user }) => tell("ready", { userId: user.id }));
await client.login(wish.token);
