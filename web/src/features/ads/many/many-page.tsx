import { FileButton, Textarea, TextInput } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { fieldErrors } from '~/api/problem';
import { createManyAdsMutation, createPicturesMutation } from '~/api/queries';
import { useUnit, useUser } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatPrice, plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { CountedLabel, FactList, FieldError, FormLayout, FormSection, SummaryBox } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast, toastError } from '~/ui/toast';
import { showFirstError } from '../../form/first-error';
import { useUnsavedGuard } from '../../form/use-guard';
import { PageHead } from '../../frame/page-head';
import { useBidDecimals } from '../../targeting/lists';
import { BRAND_MAX, descriptionMax, landingHost, titleRange } from '../ad-values';
import { KEEP, KEPT } from '../drafts';
import { useParents } from '../form-pages';
import { FILE_TYPES, readPicture } from '../picture';
import { ADS_MAX, combined, formatsOf, type SentPicture, titlesOf } from './combine';
import styles from './many.module.css';

/** Rows of the preview. */
const SHOWN = 12;

/** Says how much of a text is too much. */
function tooLong(text: string, max: number): string | undefined {
  const { length } = [...text.trim()];
  return length > max ? `At most ${max} characters, this has ${length}.` : undefined;
}

/** Several ads at once: each title with each picture. */
export function ManyCreatePage() {
  const { campaign, group, crumbs } = useParents();
  const unit = useUnit();
  const decimals = useBidDecimals();
  const user = useUser();
  const navigate = useNavigate();
  const upload = useMutation(createPicturesMutation());
  const create = useMutation(createManyAdsMutation());
  const [pictures, setPictures] = useState<readonly SentPicture[]>([]);
  const [titles, setTitles] = useState('');
  const [description, setDescription] = useState('');
  const [brand, setBrand] = useState('');
  const [url, setUrl] = useState('');
  const [typed, setBid] = useState<Amount | null>(null);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const bid: Amount = typed ?? user?.default_bid ?? '';
  const guard = useUnsavedGuard(
    () => [titles, description, brand, url].some(Boolean) || typed !== null || pictures.length > 0,
  );
  const fields = useRef<HTMLDivElement>(null);

  const formats = formatsOf(pictures);
  const { min, max } = titleRange(formats);
  const all = titlesOf(titles);
  const odd = all.find((title) => [...title].length < min || [...title].length > max);
  const ads = combined({
    titles,
    pictures,
    short_description: description,
    brand,
    original_url: url,
    bid: typeof bid === 'number' ? bid : null,
  });
  const errors = {
    titles:
      all.length === 0
        ? 'At least one title.'
        : odd && `“${odd}” has ${[...odd].length} characters; it takes ${min} to ${max}.`,
    url: landingHost(url) ? undefined : 'An address that starts with http:// or https://.',
    description:
      pictures.length === 0 && description.trim() === ''
        ? 'Text ads need a description.'
        : tooLong(description, descriptionMax(formats)),
    brand: tooLong(brand, BRAND_MAX),
    bid: amountProblem(bid, unit, decimals) ?? (Number(bid) > 0 ? undefined : 'What a valid click is worth to you.'),
    count: ads.length > ADS_MAX ? `These are ${ads.length} ads. At most ${ADS_MAX} are made at once.` : undefined,
  };
  const show = (error: string | undefined) => (isTried ? error : undefined);

  const take = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        URL.revokeObjectURL((await readPicture(file)).url);
        const { data } = await upload.mutateAsync({ body: { file } });
        const sent = { square: data.square.name, horizontal: data.horizontal.name, url: data.square.url };
        setPictures((before) =>
          before.some(({ square }) => square === sent.square)
            ? before
            : [...before, { ...sent, key: `${sent.square}.${sent.horizontal}` }],
        );
      } catch (error) {
        toastError(`“${file.name}” was not taken`, error);
      }
    }
  };
  const send = async (isDraft: boolean) => {
    setTried(true);
    setFailure(null);
    if (Object.values(errors).some(Boolean)) return showFirstError(fields.current);
    try {
      const { data } = await create.mutateAsync({ path: { group_id: group.id }, body: { ads, is_draft: isDraft } });
      guard.release();
      if (isDraft) toast(`${plural(data.length, 'draft')} kept`, { detail: KEPT });
      else toast(`${plural(data.length, 'ad')} created`);
      await navigate(paths.medias(campaign.id, group.id));
    } catch (error) {
      const [first] = Object.entries(fieldErrors(error));
      if (first) setFailure(`${first[0].replace(/^ads\.(\d+)\./, (_, at) => `Ad ${Number(at) + 1}, `)}: ${first[1]}`);
      else toastError('The ads were not created', error);
    }
  };

  return (
    <>
      <PageHead crumbs={crumbs} />
      <div ref={fields}>
        <FormLayout
          aside={
            <SummaryBox>
              <FactList
                facts={[
                  ['Titles', String(all.length)],
                  ['Pictures', String(pictures.length)],
                  ['Ads', `${ads.length} of at most ${ADS_MAX}`],
                  ['Price of a valid click', formatPrice(Number(bid) || null, unit)],
                ]}
              />
              <FieldError text={show(errors.count)} />
              {failure && <Note tone="bad">{failure}</Note>}
              <Button
                variant="accent"
                full
                busy={create.isPending && !create.variables.body.is_draft}
                disabled={create.isPending}
                onClick={() => void send(false)}
              >
                {ads.length > 0 ? `Create ${plural(ads.length, 'ad')}` : 'Create the ads'}
              </Button>
              <Button
                full
                busy={create.isPending && create.variables.body.is_draft === true}
                disabled={create.isPending}
                onClick={() => void send(true)}
              >
                {ads.length === 1 ? KEEP.label : 'Keep as drafts'}
              </Button>
              {!user?.is_trusted && <p className="s12 t3">A person reads each of them.</p>}
            </SummaryBox>
          }
        >
          <FormSection id="words" title="Words" hint="Each title goes with each picture.">
            <Textarea
              label="Titles, one a line"
              description={`${min} to ${max} characters each.`}
              autosize
              minRows={4}
              maxRows={14}
              value={titles}
              error={show(errors.titles)}
              onChange={(event) => setTitles(event.currentTarget.value)}
            />
            <Textarea
              label={<CountedLabel label="Description of all" text={description} max={descriptionMax(formats)} />}
              autosize
              minRows={2}
              maxLength={300}
              value={description}
              error={show(errors.description)}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
            <TextInput
              label={<CountedLabel label="Brand" text={brand} max={BRAND_MAX} />}
              placeholder={landingHost(url) ?? 'Else the landing page’s domain'}
              maxLength={40}
              value={brand}
              error={show(errors.brand)}
              onChange={(event) => setBrand(event.currentTarget.value)}
            />
          </FormSection>
          <FormSection id="pictures" title="Pictures" hint="Cut to square and 16:9 in the middle. None: text ads.">
            <div className={styles.pictures}>
              {pictures.map((picture, at) => (
                <span key={picture.key} className={styles.picture}>
                  <img src={picture.url} alt={`Chosen, number ${at + 1}`} />
                  <Button
                    size="sm"
                    icon
                    aria-label={`Remove picture ${at + 1}`}
                    onClick={() => setPictures((before) => before.filter(({ key }) => key !== picture.key))}
                  >
                    <IconX size={14} aria-hidden />
                  </Button>
                </span>
              ))}
            </div>
            <FileButton
              multiple
              accept={FILE_TYPES.join(',')}
              onChange={(files) => void take(files)}
              inputProps={{ 'aria-label': 'Picture files' }}
            >
              {(props) => (
                <Button {...props} busy={upload.isPending}>
                  <IconPhotoPlus size={16} aria-hidden />
                  Add pictures
                </Button>
              )}
            </FileButton>
          </FormSection>
          <FormSection id="landing" title="Landing page and bid">
            <TextInput
              label="Address"
              type="url"
              placeholder="https://shop.example/offer?c={click_id}"
              value={url}
              error={show(errors.url)}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <AmountField
              label="Bid for a valid click"
              unit={unit}
              step={0.1}
              decimals={decimals}
              maw={220}
              value={bid}
              error={show(errors.bid)}
              onChange={setBid}
            />
          </FormSection>
          {ads.length > 0 && (
            <FormSection id="ads" title="What is made">
              <ol className={styles.ads}>
                {ads.slice(0, SHOWN).map((ad, at) => {
                  const picture = pictures.find(({ square }) => square === ad.picture_square);
                  return (
                    <li key={`${ad.title}.${ad.picture_square ?? at}`}>
                      {picture && <img src={picture.url} alt="" />}
                      <span>{ad.title}</span>
                    </li>
                  );
                })}
              </ol>
              {ads.length > SHOWN && <p className="s12 t3">And {ads.length - SHOWN} more.</p>}
            </FormSection>
          )}
        </FormLayout>
      </div>
    </>
  );
}
