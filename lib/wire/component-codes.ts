/** `type` of a component. */
export const ComponentType = {
  ActionRow: 1,
  Button: 2,
  StringSelect: 3,
  TextInput: 4,
  UserSelect: 5,
  RoleSelect: 6,
  MentionableSelect: 7,
  ChannelSelect: 8,
  Section: 9,
  TextDisplay: 10,
  Thumbnail: 11,
  MediaGallery: 12,
  File: 13,
  Separator: 14,
  Container: 17,
  Label: 18,
  FileUpload: 19,
  RadioGroup: 21,
  CheckboxGroup: 22,
  Checkbox: 23,
} as const;

/** `style` of a button. */
export const ButtonStyle = {
  Primary: 1,
  Secondary: 2,
  Success: 3,
  Danger: 4,
  /** opens an address */
  Link: 5,
  /** buys a SKU */
  Premium: 6,
} as const;

/** `style` of a text input. */
export const TextInputStyle = { Short: 1, Paragraph: 2 } as const;

/** Lengths in characters, and numbers of parts, of components. */
export const COMPONENT_LIMITS = {
  /** components of a message, nested ones included */
  total: 40,
  /** action rows of a message without `IS_COMPONENTS_V2` */
  rows: 5,
  /** top-level components of a modal */
  modal: 5,
  /** texts of a section */
  sectionTexts: 3,
  /** texts of all text displays of a message together */
  text: 4000,
  customId: 100,
  buttonLabel: 80,
  linkUrl: 512,
  mediaUrl: 2048,
  mediaDescription: 1024,
  galleryItems: 10,
  selectPlaceholder: 150,
  selectOptions: 25,
  selectValues: 25,
  /** of a label, value or description of an option */
  option: 100,
  emojiName: 32,
  modalTitle: 45,
  label: 45,
  labelDescription: 100,
  inputPlaceholder: 100,
  inputLength: 4000,
  /** options of a radio or checkbox group */
  groupOptions: 10,
  radioOptionsMin: 2,
  /** files of a file upload */
  files: 10,
  fileTypes: 10,
} as const;
