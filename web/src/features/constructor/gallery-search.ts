/** The schemes in which the examples are drawn. */
export type GalleryScheme = 'both' | 'light' | 'dark';

/** What the address of the gallery says. */
export interface GallerySearch {
  /** The format of the templates that are shown; all when absent. */
  format?: number;
  /** Both when absent. */
  scheme?: GalleryScheme;
}

/** Reads the address of the gallery; what it does not know is left out. */
export function gallerySearch({ format, scheme }: Record<string, unknown>): GallerySearch {
  return {
    ...(Number.isSafeInteger(format) ? { format: format as number } : {}),
    ...(scheme === 'light' || scheme === 'dark' ? { scheme } : {}),
  };
}
