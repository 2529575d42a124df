/** Pictures of an ad: reading a file, cutting it for previews. */
import { LIMITS } from '~/api/words';

/** A cut in pixels of the source. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A shape that a picture is cut to, and the size at which it is sharp everywhere. */
export interface Shape<Kind extends string = string> {
  kind: Kind;
  label: string;
  aspect: number;
  width: number;
  height: number;
}

/** The shapes that an ad's picture is cut to. */
export const SHAPES = [
  { kind: 'square', label: 'Square', aspect: 1, width: 600, height: 600 },
  { kind: 'horizontal', label: '16 : 9', aspect: 16 / 9, width: 800, height: 450 },
] as const;

/** One of them. */
export type ShapeKind = (typeof SHAPES)[number]['kind'];

/** The largest file, in MB, and the most pixels of a picture, in millions. */
export const FILE_MB = LIMITS.picture_bytes / 1024 / 1024;
export const MEGAPIXELS = LIMITS.picture_pixels / 1_000_000;
/** Types that the server takes. */
export const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** A chosen picture. `url` is an object URL: revoke it when the picture is replaced. */
export interface Picture {
  file: File;
  url: string;
  width: number;
  height: number;
}

/** Addresses of what is kept of an ad until a new picture is chosen. */
export type SavedPictures = Partial<Record<ShapeKind, string>>;

/** Reads a file; throws a sentence for a person when it is no picture that the server takes. */
export async function readPicture(file: File): Promise<Picture> {
  if (!FILE_TYPES.includes(file.type)) throw new Error('Choose a JPEG, PNG, WebP or GIF picture.');
  if (file.size > LIMITS.picture_bytes) throw new Error(`The file is larger than ${FILE_MB} MB. Save it smaller.`);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('The file cannot be read as a picture.');
  });
  const { width, height } = bitmap;
  bitmap.close();
  if (width * height > LIMITS.picture_pixels) {
    throw new Error(`The picture has more than ${MEGAPIXELS} megapixels. Save it smaller.`);
  }
  if (Math.max(width, height) > LIMITS.picture_side) {
    throw new Error(`A side of the picture has more than ${LIMITS.picture_side} pixels. Save it smaller.`);
  }
  return { file, url: URL.createObjectURL(file), width, height };
}

/** Draws a cut at the size of its shape, on white as the server does it. */
export async function drawCut(picture: Picture, cut: Cut, width: number, height: number): Promise<string> {
  const bitmap = await createImageBitmap(picture.file, cut.x, cut.y, Math.max(1, cut.width), Math.max(1, cut.height));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
  }
  bitmap.close();
  return canvas.toDataURL('image/jpeg', 0.85);
}

/** Whether a cut is sharp enough for every template. */
export const isSharp = (cut: Cut, shape: { width: number; height: number }): boolean =>
  cut.width >= shape.width && cut.height >= shape.height;
