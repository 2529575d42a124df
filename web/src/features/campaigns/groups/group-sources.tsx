import { FieldPair, FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import type { FormOf } from '../../form/use-form';
import { COEFFICIENT_RANGE } from '../../sources/source-words';
import { PasteList } from '../../targeting/paste-list';
import { parseId } from '../../targeting/pasted';
import { sourceName, sourceWarnings, useKnownSources } from '../../targeting/sources';
import { BETWEEN_COEFFICIENTS, COEFFICIENTS_MAX, lastOfEach, parseCoefficient } from './group-coefficients';
import { type GroupValues, LISTS } from './group-values';

/** The sources of a group: where it is shown, unless others say so, and what it bids there. */
export function GroupSources({ form, withLists }: { form: FormOf<GroupValues>; withLists: boolean }) {
  const { values } = form;
  const known = useKnownSources(values);
  return (
    <FormSection id="lists" title="Sources" hint="Paste numbers of sites and blocks; a statistics report tells them.">
      {withLists && (
        <FieldPair>
          {LISTS.map((list) => (
            <PasteList
              key={list.name}
              id={list.name}
              label={list.label}
              hint={list.hint}
              value={values[list.name]}
              onChange={(ids) => form.patch({ [list.name]: ids })}
              parse={parseId}
              name={(id) => sourceName(known[list.of], id)}
              error={form.errors[list.name]}
            />
          ))}
        </FieldPair>
      )}
      {withLists &&
        sourceWarnings(values, known).map((warning) => (
          <Note key={warning} tone="warn">
            {warning}
          </Note>
        ))}
      <PasteList
        id="coefficients"
        label="Coefficients"
        hint="42 × 1.4 for a site, #105 × 0.7 for a block"
        value={values.coefficients}
        onChange={(entries) => form.patch({ coefficients: lastOfEach(entries) })}
        parse={parseCoefficient}
        between={BETWEEN_COEFFICIENTS}
        max={COEFFICIENTS_MAX}
        error={form.errors.coefficients}
      />
      <p className="s12 t2">
        Bids are multiplied by {COEFFICIENT_RANGE} at these sources. What stands here goes before the coefficient of the
        campaign, also a 1.
      </p>
    </FormSection>
  );
}
