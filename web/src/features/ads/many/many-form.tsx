import { useEffect, useRef, useState } from 'react';
import { createManyAdsMutation } from '~/api/queries';
import type { AdGroup, Campaign } from '~/api/types';
import { useUnit, useUser } from '~/app/queries';
import { plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { toast } from '~/ui/toast';
import { FormPage } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useNavigateHere } from '../../form/use-navigate-here';
import { useSend } from '../../form/use-send';
import { useBidDecimals } from '../../targeting/lists';
import { bidText } from '../ad-values';
import { KEEP, KEPT } from '../drafts';
import { ADS_MAX, titlesOf } from './combine';
import { MadeAds, ManyLanding, ManyWords } from './many-fields';
import { ManyPictures } from './many-pictures';
import { adsOf, asOfForm, manyChecklist, manyChecks, manyFields, wordProblems } from './many-values';

/** The form of several new ads of a group: each title with each picture. */
export function ManyForm({ campaign, group }: { campaign: Campaign; group: AdGroup }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const user = useUser();
  const navigate = useNavigateHere();
  const create = useSend(createManyAdsMutation());
  // Another one that comes meanwhile would change what was typed over.
  const [usualBid] = useState(user?.default_bid ?? '');
  const form = useForm({
    item: undefined,
    read: () => manyFields(usualBid),
    checks: manyChecks(unit, decimals),
    send: async (values, _held, how) => {
      const isDraft = how === KEEP.how;
      const body = { ads: adsOf(values), is_draft: isDraft };
      const made = await create({ path: { group_id: group.id }, body }).catch((thrown) => {
        throw asOfForm(thrown, values);
      });
      return { count: made.length, isDraft };
    },
    saved: ({ count, isDraft }) => {
      if (isDraft) toast(`${plural(count, 'draft')} kept`, { detail: KEPT });
      else toast(`${plural(count, 'ad')} created`);
      return navigate(paths.medias(campaign.id, group.id));
    },
  });
  const { values, errors, set } = form;
  // What was typed before the session ended comes back with the count of uploads that do not.
  const begin = useRef(() => set('coming', 0));
  useEffect(() => begin.current(), []);
  const ads = adsOf(values);
  // With pictures they are ads of other formats, which take other words: what was said here of those is over. What the server said
  // of them is not.
  const problems = wordProblems(values);
  const before = useRef(problems);
  useEffect(() => {
    for (const name of ['titles', 'short_description'] as const) {
      const isSaid = errors[name] !== undefined && errors[name] === before.current[name];
      if (isSaid && problems[name] !== before.current[name]) set(name, (same) => same);
    }
    before.current = problems;
  });
  return (
    <FormPage
      form={form}
      submit={ads.length > 0 ? `Create ${plural(ads.length, 'ad')}` : 'Create the ads'}
      other={{ how: KEEP.how, label: ads.length === 1 ? KEEP.label : 'Keep as drafts' }}
      checklist={manyChecklist(values)}
      facts={[
        ['Titles', String(titlesOf(values.titles).length)],
        ['Pictures', String(values.pictures.length)],
        ['Ads', `${ads.length} of at most ${ADS_MAX}`],
        ['Price of a valid click', bidText(values.bid, unit)],
      ]}
      hint={!user?.is_trusted && 'A person reads each of them.'}
    >
      <ManyWords form={form} />
      <ManyPictures
        pictures={values.pictures}
        coming={values.coming}
        error={errors.coming ?? errors.pictures}
        onComing={(change) => set('coming', change)}
        onChange={(change) => set('pictures', change)}
      />
      <ManyLanding form={form} />
      <MadeAds ads={ads} pictures={values.pictures} />
    </FormPage>
  );
}
