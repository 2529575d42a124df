import { FileButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { capital } from '~/lib/format';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import {
  type Cut,
  FILE_MB,
  FILE_TYPES,
  isSharp,
  MEGAPIXELS,
  type Picture,
  readPicture,
  SHAPES,
  type Shape,
  type ShapeKind,
} from './picture';
import styles from './picture-field.module.css';

/** The picture of a native ad, cut to a square and to 16:9. */
export const PictureField = (props: Omit<CutFieldProps<ShapeKind>, 'shapes'>) => (
  <CutField shapes={SHAPES} {...props} />
);

/** What a field of a picture takes. */
interface CutFieldProps<Kind extends string> {
  /** What it is cut to. */
  shapes: readonly Shape<Kind>[];
  picture: Picture | null;
  /** Addresses of what is kept until a new picture is chosen. */
  saved: Partial<Record<Kind, string>>;
  onPicture(picture: Picture): void;
  onCut(kind: Kind, cut: Cut): void;
  error?: string | undefined;
  /** What the picture is called: "icon". */
  what?: string;
  /** Stands beside the button. */
  beside?: ReactNode;
}

/** Chooses a picture and cuts it to shapes. */
export function CutField<Kind extends string>({
  shapes,
  picture,
  saved,
  onPicture,
  onCut,
  error,
  what = 'picture',
  beside,
}: CutFieldProps<Kind>) {
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const forget = useRef<() => void>(null);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    try {
      const read = await readPicture(file);
      if (picture) URL.revokeObjectURL(picture.url);
      setProblem(null);
      onPicture(read);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void take(event.dataTransfer.files[0]);
    },
  };
  const message = problem ?? error;
  const hasSaved = Object.keys(saved).length > 0;
  return (
    <div className={styles.field}>
      {picture ? (
        <div className={cx(styles.crops, shapes.length === 1 && styles.one)}>
          {shapes.map((shape) => (
            <CropShape
              key={`${shape.kind}-${picture.url}`}
              picture={picture}
              shape={shape}
              onCut={(cut) => onCut(shape.kind, cut)}
            />
          ))}
        </div>
      ) : hasSaved ? (
        <div className={cx(styles.crops, shapes.length === 1 && styles.one)}>
          {shapes.map((shape) => (
            <figure key={shape.kind}>
              <figcaption>{shape.label}</figcaption>
              {saved[shape.kind] && (
                <img
                  src={saved[shape.kind]}
                  alt={`Saved ${what}, ${shape.label}`}
                  style={{ aspectRatio: shape.aspect }}
                />
              )}
            </figure>
          ))}
        </div>
      ) : null}
      <div className={cx(styles.drop, over && styles.over, (picture || hasSaved) && styles.small)} {...drop}>
        {!picture && !hasSaved && (
          <p className="s13 t2">
            Drop {what === 'icon' ? 'an' : 'a'} {what} here: JPEG, PNG, WebP or GIF, up to {FILE_MB} MB and {MEGAPIXELS}{' '}
            megapixels.
          </p>
        )}
        <FileButton
          accept={FILE_TYPES.join(',')}
          resetRef={forget}
          onChange={(file) => {
            void take(file);
            // Else the same file, chosen once more, would be no change.
            forget.current?.();
          }}
          inputProps={{ 'aria-label': `${capital(what)} file` }}
        >
          {(props) => (
            <Button {...props}>
              <IconPhotoUp size={16} aria-hidden />
              {picture || hasSaved ? `Replace the ${what}` : `Choose ${what === 'icon' ? 'an' : 'a'} ${what}`}
            </Button>
          )}
        </FileButton>
        {beside}
      </div>
      {message && (
        <p className={styles.error} role="alert" data-error tabIndex={-1}>
          <IconAlertTriangle size={14} aria-hidden />
          {message}
        </p>
      )}
    </div>
  );
}

/** A picture that is cut to a shape by moving and zooming it. */
export function CropShape({ picture, shape, onCut }: { picture: Picture; shape: Shape; onCut(cut: Cut): void }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [cut, setCut] = useState<Cut | null>(null);
  return (
    <figure>
      <figcaption>
        <span>{shape.label}</span>
        <span className="t3 num">{cut ? `${cut.width} × ${cut.height}` : ''}</span>
      </figcaption>
      <div className={styles.cropper}>
        <Cropper
          image={picture.url}
          crop={crop}
          zoom={zoom}
          aspect={shape.aspect}
          zoomWithScroll={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_area, pixels) => {
            setCut(pixels);
            onCut(pixels);
          }}
          cropperProps={{ role: 'group', 'aria-label': `Cut to ${shape.label}: arrow keys move the picture` }}
          mediaProps={{ alt: '' }}
        />
      </div>
      <label className={styles.zoom}>
        <span className="s12 t2">Zoom</span>
        <input
          type="range"
          min={1}
          max={4}
          step={0.02}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <span className="s12 num">{Math.round(zoom * 100)} %</span>
      </label>
      {cut && (
        <p className={cx('s12', isSharp(cut, shape) ? 'up' : styles.blurred)}>
          {isSharp(cut, shape) ? (
            <IconCircleCheck size={14} aria-hidden />
          ) : (
            <IconAlertTriangle size={14} aria-hidden />
          )}{' '}
          {isSharp(cut, shape)
            ? 'Sharp enough for every template'
            : `Blurred on large screens: below ${shape.width} × ${shape.height}`}
        </p>
      )}
    </figure>
  );
}
