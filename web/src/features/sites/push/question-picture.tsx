import { FileButton, Input } from '@mantine/core';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { focusOn } from '~/ui/focus';
import { FieldError } from '~/ui/form';
import { type Cut, drawCut, FILE_TYPES, type Picture, readPicture } from '../../ads/pictures/picture';
import { CropShape } from '../../ads/pictures/picture-field';
import type { FormOf } from '../../form/use-form';
import { ICON_SHAPES } from '../../push/ad-form/push-ad-values';
import styles from './site-push.module.css';
import { isNewPicture, pictureUrl, type SitePushValues } from './values';

/** The longest side that is sent, in pixels: twice what is kept. */
const SIDE = 384;

/** The picture beside the question, the same in all languages. */
export function QuestionPicture({ form: { values, errors, set } }: { form: FormOf<SitePushValues> }) {
  const { picture } = values;
  const [chosen, setChosen] = useState<Picture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The last cut that counts: what is drawn of an earlier one comes too late.
  const cuts = useRef(0);
  const opener = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const choose = (next: Picture | null) => {
    cuts.current += 1;
    setProblem(null);
    setChosen(next);
  };
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);
  // Saved, or discarded: there is nothing to cut any more.
  useEffect(() => {
    if (isNewPicture(picture)) return;
    cuts.current += 1;
    setProblem(null);
    setChosen(null);
  }, [picture]);
  const take = async (file: File | null) => {
    if (!file) return;
    try {
      choose(await readPicture(file));
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  const draw = async (of: Picture, cut: Cut) => {
    cuts.current += 1;
    const at = cuts.current;
    const side = Math.max(1, Math.min(SIDE, Math.round(cut.width)));
    const drawn = await drawCut(of, cut, side, side).catch(() => null);
    if (at !== cuts.current) return;
    if (drawn) set('picture', drawn);
    else setProblem('The picture cannot be cut. Choose another one.');
  };
  const [shape] = ICON_SHAPES;
  const url = pictureUrl(picture);
  return (
    <Input.Wrapper
      label="Picture"
      labelElement="div"
      description="One for all languages, beside the words. Without one there is a bell."
    >
      <div className="stack">
        <div className="row wrap">
          {url && <img className={styles.thumb} src={url} alt="What stands beside the question" />}
          <FileButton
            accept={FILE_TYPES.join(',')}
            resetRef={forget}
            onChange={(file) => {
              void take(file);
              // Else the same file, chosen once more, would be no change.
              forget.current?.();
            }}
            inputProps={{ 'aria-label': 'Picture file' }}
          >
            {(props) => (
              <Button ref={opener} {...props} size="sm">
                <IconPhotoUp size={14} aria-hidden />
                {picture ? 'Replace the picture' : 'Choose a picture'}
              </Button>
            )}
          </FileButton>
          {(picture || chosen) && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                choose(null);
                set('picture', null);
                // The button goes with the picture.
                focusOn(opener.current);
              }}
            >
              <IconTrash size={14} aria-hidden />
              Remove the picture
            </Button>
          )}
        </div>
        {chosen && shape && (
          <div className={styles.crop}>
            <CropShape key={chosen.url} picture={chosen} shape={shape} onCut={(cut) => void draw(chosen, cut)} />
          </div>
        )}
        <FieldError text={problem ?? errors.picture} />
      </div>
    </Input.Wrapper>
  );
}
