import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent as Mantine wants it: ten steps, told in the tokens that already know both schemes. */
const vermilion: MantineColorsTuple = [
  'var(--accent-soft)',
  'var(--accent-soft)',
  'var(--accent-line)',
  'var(--accent-line)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent-solid)',
  'var(--accent-press)',
  'var(--accent-press)',
  'var(--accent-press)',
];

const gray: MantineColorsTuple = [
  'var(--sunken)',
  'var(--hover)',
  'var(--line)',
  'var(--line-strong)',
  'var(--line-field)',
  'var(--text-3)',
  'var(--text-3)',
  'var(--text-2)',
  'var(--text)',
  'var(--text)',
];

const dark: MantineColorsTuple = [
  'var(--text)',
  'var(--text-2)',
  'var(--text-3)',
  'var(--text-3)',
  'var(--line-strong)',
  'var(--hover)',
  'var(--raised)',
  'var(--surface)',
  'var(--paper)',
  'var(--paper)',
];

/** Mantine mapped onto tokens.css. No colour or size is written anywhere else. */
export const theme = createTheme({
  primaryColor: 'vermilion',
  primaryShade: 6,
  colors: { vermilion, gray, dark },
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-ui)', fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '12px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        radius: 12,
        padding: 24,
        centered: true,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Menu: { defaultProps: { transitionProps: { duration: 90 }, position: 'bottom-end', shadow: 'md' } },
    Popover: { defaultProps: { transitionProps: { duration: 90 }, shadow: 'md' } },
    Tooltip: {
      defaultProps: {
        transitionProps: { duration: 90 },
        openDelay: 250,
        multiline: true,
        maw: 320,
        // What it explains is explained to keyboards and fingers too.
        events: { hover: true, focus: true, touch: true },
      },
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    NumberInput: { defaultProps: { decimalSeparator: ',', allowedDecimalSeparators: [',', '.'] } },
    Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
  },
});
