import { FileButton } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { createPicturesMutation } from '~/api/queries';
import { Button } from '~/ui/button';
import { FieldError, FormSection } from '~/ui/form';
import { toastError } from '~/ui/toast';
import { FILE_TYPES, readPicture } from '../pictures/picture';
import type { SentPicture } from './combine';
import styles from './many.module.css';

/** Pictures, each sent when it is chosen, so that the ads can name them. */
export function ManyPictures({
  pictures,
  coming,
  error,
  onComing,
  onChange,
}: {
  pictures: readonly SentPicture[];
  /** How many choices of files are still being sent. */
  coming: number;
  error: string | undefined;
  onComing(change: (before: number) => number): void;
  /** Gets what changes those that are there by then: an upload takes a while. */
  onChange(change: (before: SentPicture[]) => SentPicture[]): void;
}) {
  const upload = useMutation(createPicturesMutation());
  const forget = useRef<() => void>(null);
  const take = async (files: readonly File[]) => {
    onComing((before) => before + 1);
    for (const file of files) {
      try {
        URL.revokeObjectURL((await readPicture(file)).url);
        const { data } = await upload.mutateAsync({ body: { file } });
        const sent = { square: data.square.name, horizontal: data.horizontal.name, url: data.square.url };
        onChange((before) =>
          before.some(({ square }) => square === sent.square)
            ? before
            : [...before, { ...sent, key: `${sent.square}.${sent.horizontal}` }],
        );
      } catch (error) {
        toastError(`“${file.name}” was not taken`, error);
      }
    }
    onComing((before) => before - 1);
  };
  return (
    <FormSection id="pictures" title="Pictures" hint="Cut to square and 16:9 in the middle. None: text ads.">
      <div className={styles.pictures}>
        {pictures.map((picture, at) => (
          <span key={picture.key} className={styles.picture}>
            <img src={picture.url} alt={`Chosen, number ${at + 1}`} />
            <Button
              size="sm"
              icon
              aria-label={`Remove picture ${at + 1}`}
              onClick={() => onChange((before) => before.filter(({ key }) => key !== picture.key))}
            >
              <IconX size={14} aria-hidden />
            </Button>
          </span>
        ))}
      </div>
      <FileButton
        multiple
        resetRef={forget}
        accept={FILE_TYPES.join(',')}
        onChange={(files) => {
          void take(files);
          // Else the same file, chosen once more, would be no change.
          forget.current?.();
        }}
        inputProps={{ 'aria-label': 'Picture files' }}
      >
        {(props) => (
          <Button {...props} busy={coming > 0}>
            <IconPhotoPlus size={16} aria-hidden />
            Add pictures
          </Button>
        )}
      </FileButton>
      <FieldError text={error} />
    </FormSection>
  );
}
