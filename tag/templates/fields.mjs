// The settings that templates choose from: each with its section of the form, its range and what it begins with.

const whole = (section, label, min, max, unit, initial) => ({
  section,
  label,
  type: 'integer',
  min,
  max,
  unit,
  default: initial,
});
const choice = (section, label, options, initial) => ({
  section,
  label,
  type: 'choice',
  options: Object.entries(options).map(([value, name]) => ({ value, label: name })),
  default: initial,
});
const toggle = (section, label, initial) => ({ section, label, type: 'boolean', default: initial });
const line = (section, label, max, initial) => ({ section, label, type: 'text', max, default: initial });
const color = (label, initial) => ({ section: 'Colours', label, type: 'color', default: initial });

/** Every setting by its key. */
export const FIELDS = {
  rows: whole('Layout', 'Rows', 1, 6, 'rows', 1),
  columns: whole('Layout', 'Columns on a desktop', 1, 4, 'columns', 1),
  columns_tablet: whole('Layout', 'Columns on a tablet', 1, 4, 'columns', 1),
  columns_phone: whole('Layout', 'Columns on a phone', 1, 2, 'columns', 1),
  gap: whole('Layout', 'Gap', 0, 48, 'px', 16),
  padding: whole('Layout', 'Inner padding', 0, 32, 'px', 12),
  card_width: whole('Layout', 'Width of a card', 140, 320, 'px', 228),
  max_width: whole('Layout', 'Greatest width', 240, 1080, 'px', 360),
  align: choice(
    'Layout',
    'Where it stands',
    { start: 'At the start', center: 'In the middle', end: 'At the end' },
    'end',
  ),
  height: whole('Layout', 'Least height', 160, 480, 'px', 236),
  image_ratio: choice('Image', 'Image ratio', { '16/9': '16:9', '4/3': '4:3', '1/1': 'Square' }, '16/9'),
  image_side: choice('Image', 'Image side', { start: 'Before the words', end: 'After the words' }, 'start'),
  image_width: whole('Image', 'Image width', 64, 320, 'px', 160),
  image_radius: whole('Image', 'Image corner radius', 0, 32, 'px', 0),
  show_icon: toggle('Image', 'Icon', true),
  icon_size: whole('Image', 'Icon size', 16, 72, 'px', 40),
  font_family: choice(
    'Words',
    'Font',
    { inherit: 'As on the page', system: 'System', serif: 'Serif', mono: 'Monospace' },
    'inherit',
  ),
  title_size: whole('Words', 'Title size', 11, 32, 'px', 16),
  title_weight: choice('Words', 'Title weight', { 400: 'Regular', 600: 'Semibold', 700: 'Bold' }, '600'),
  title_lines: whole('Words', 'Title lines', 1, 4, 'lines', 3),
  show_description: toggle('Words', 'Description', false),
  description_size: whole('Words', 'Description size', 11, 20, 'px', 13),
  description_lines: whole('Words', 'Description lines', 1, 4, 'lines', 2),
  body_size: whole('Words', 'Text size', 12, 20, 'px', 15),
  body_lines: whole('Words', 'Text lines', 3, 12, 'lines', 7),
  text_columns: whole('Words', 'Columns of text on a desktop', 1, 3, 'columns', 2),
  show_initial: toggle('Words', 'Large first letter', true),
  label: choice('Mark', 'Mark', { Ad: 'Ad', Sponsored: 'Sponsored', Advertisement: 'Advertisement' }, 'Ad'),
  show_brand: toggle('Mark', "Advertiser's name", true),
  heading: line('Mark', 'Heading above the block', 40, ''),
  show_button: toggle('Button', 'Button', true),
  button_text: line('Button', 'Words on the button', 24, 'Open'),
  button_style: choice('Button', 'Look', { filled: 'Filled', outline: 'Outline', link: 'Underlined words' }, 'filled'),
  button_color: { ...color('Button', '#1a1614'), section: 'Button' },
  button_color_dark: { ...color('Button, dark', '#f6f2ef'), section: 'Button' },
  button_text_color: { ...color('Words on the button', '#ffffff'), section: 'Button', label: 'Colour of its words' },
  button_text_color_dark: { ...color('', '#1c1917'), section: 'Button', label: 'Colour of its words, dark' },
  dismiss_text: line('Button', 'Words of the second button', 24, 'Not now'),
  scheme: choice('Colours', 'Scheme', { light: 'Light', dark: 'Dark', auto: "As the visitor's system" }, 'light'),
  background: color('Background', '#ffffff'),
  title_color: color('Title', '#1a1614'),
  text_color: color('Text', '#5f5753'),
  border_color: color('Border', '#e7e2de'),
  background_dark: color('Background, dark', '#1c1917'),
  title_color_dark: color('Title, dark', '#f6f2ef'),
  text_color_dark: color('Text, dark', '#a8a09a'),
  border_color_dark: color('Border, dark', '#38322e'),
  border_width: whole('Shape', 'Border', 0, 4, 'px', 1),
  rule_width: whole('Shape', 'Line above', 0, 4, 'px', 0),
  radius: whole('Shape', 'Corner radius', 0, 32, 'px', 8),
  shadow: choice('Shape', 'Shadow', { none: 'None', soft: 'Soft', strong: 'Strong' }, 'none'),
  hover: choice(
    'Shape',
    'On hover',
    { none: 'Nothing', underline: 'Underline the title', lift: 'Lift the card' },
    'underline',
  ),
};

/** The settings that every template has. */
const EVERY = [
  'padding',
  'font_family',
  'title_size',
  'title_weight',
  'title_lines',
  'label',
  'show_brand',
  'heading',
  'scheme',
  'background',
  'title_color',
  'text_color',
  'border_color',
  'background_dark',
  'title_color_dark',
  'text_color_dark',
  'border_color_dark',
  'border_width',
  'radius',
  'shadow',
  'hover',
];

const GROUPS = {
  grid: ['rows', 'columns', 'columns_tablet', 'columns_phone', 'gap'],
  description: ['show_description', 'description_size', 'description_lines'],
  button: [
    'show_button',
    'button_text',
    'button_style',
    'button_color',
    'button_color_dark',
    'button_text_color',
    'button_text_color_dark',
  ],
};

/** Settings by their keys and groups, in the order of [`FIELDS`], with what is told of them here. */
export function fieldsOf(keys, changes) {
  const wanted = new Set([...EVERY, ...keys.flatMap((key) => GROUPS[key] ?? [key])]);
  const unknown = [...wanted, ...Object.keys(changes)].filter((key) => !FIELDS[key] || !wanted.has(key));
  if (unknown.length > 0) {
    throw new Error(`no settings: ${unknown.join(', ')}`);
  }
  return Object.entries(FIELDS)
    .filter(([key]) => wanted.has(key))
    .map(([key, field]) => {
      const change = changes[key];
      return {
        key,
        ...field,
        ...(typeof change === 'object' ? change : change === undefined ? {} : { default: change }),
      };
    });
}
