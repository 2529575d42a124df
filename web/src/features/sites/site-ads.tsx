import { ManyField } from '~/ui/choice-fields';
import type { Choice } from '~/ui/choices';
import { Switch } from '~/ui/controls';
import { FieldPair, FormSection } from '~/ui/form';
import type { FormOf } from '../form/use-form';
import { ADS_HINT, type SiteValues } from './site-values';

/** Which ads a site takes. */
export function SiteAds({ form, categories }: { form: FormOf<SiteValues>; categories: Choice[] }) {
  const { values, field } = form;
  return (
    <FormSection id="ads" title="Ads" hint={ADS_HINT}>
      <FieldPair>
        <ManyField
          label="Only ads about"
          empty="Everything"
          clear="Clear the allowed categories"
          withClosed
          data={categories}
          {...field('allowed')}
        />
        <ManyField
          label="Never ads about"
          empty="Nothing is refused"
          clear="Clear the forbidden categories"
          withClosed
          data={categories}
          {...field('forbidden')}
        />
      </FieldPair>
      <Switch
        plain
        label="Show my own ads here, unpaid"
        checked={values.showsOwn}
        onChange={(event) => form.set('showsOwn', event.target.checked)}
      />
      <p className="s12 t3">
        Ads of your own campaigns are left out of your own sites. Switch it on to see how they look; nobody pays or
        earns for their clicks here.
      </p>
    </FormSection>
  );
}
