/** What stands for a macro of a title where nothing is known and the ad gives no default, as the server has it. */
const UNKNOWN: Readonly<Record<string, string>> = {
  city: 'your city',
  region: 'your region',
  country: 'your country',
  day_of_week: 'today',
};

/** A text with what stands in its macros where nothing is known: "{city|your town}" is "your town", "{city}" is "your city". */
export const spoken = (text: string): string =>
  text
    .replace(/\{[a-z_]+\|([^{}]*)\}/g, '$1')
    .replace(/\{([a-z_]+)\}/g, (macro, name: string) => UNKNOWN[name] ?? macro);
