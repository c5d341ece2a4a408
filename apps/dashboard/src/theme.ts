import { Badge, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** From light to dark. The darkest readable one on white is that of the checkout page. */
const brand: MantineColorsTuple = [
  '#e8f4f1',
  '#d0e8e3',
  '#a4d3ca',
  '#74bcaf',
  '#4ea999',
  '#309586',
  '#1a7d70',
  '#0b665a',
  '#08554b',
  '#05423a',
];

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  components: {
    // A badge shows its whole text.
    // Otherwise, options that open beyond the edge of a phone widen the page for a moment, and move back and forth without an end.
    Combobox: { defaultProps: { floatingStrategy: 'fixed' } },
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600, miw: 'max-content' } }),
  },
});

/** The texts of badges and alerts in light mode, by the name of their colour. */
function lightVariantTexts(colors: Readonly<Record<string, MantineColorsTuple>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors).map(([name, shades]) => [
      `--mantine-color-${name}-light-color`,
      `color-mix(in srgb, ${shades[9]} 62%, black)`,
    ]),
  );
}

/** Colours of texts that have a contrast of at least 4.5 to 1. Those of the library have less. */
export const cssVariables: CSSVariablesResolver = (current) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': current.colors.gray[7],
    ...lightVariantTexts(current.colors),
    '--mantine-color-placeholder': current.colors.gray[7],
    '--mantine-color-error': current.colors.red[9],
    '--mantine-color-red-filled': current.colors.red[9],
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-anchor': current.colors['brand']?.[7] ?? '',
    '--mantine-color-green-light-color': '#1f6b2c',
    '--mantine-color-orange-light-color': '#a33a08',
    '--frame-background': '#f6f7f6',
    '--hover-background': '#e9ecea',
    '--hairline': '#dfe3e1',
  },
  dark: {
    '--mantine-color-text': '#e2e4e3',
    '--mantine-color-dimmed': current.colors.dark[1],
    '--mantine-color-placeholder': current.colors.dark[2],
    '--mantine-color-error': current.colors.red[4],
    '--mantine-color-red-light-color': current.colors.red[3],
    '--mantine-color-red-filled': current.colors.red[9],
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-anchor': current.colors['brand']?.[3] ?? '',
    '--frame-background': current.colors.dark[8],
    '--hover-background': current.colors.dark[5],
    '--hairline': current.colors.dark[4],
  },
});
