import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { errorText } from '~/api/problem';
import { dataOf, listBlockVersionsOptions, restoreBlockVersionMutation } from '~/api/queries';
import type { Block, BlockVersion } from '~/api/sdk';
import type { Template } from '~/api/types';
import { SAVED_BY_LABELS } from '~/api/words';
import { useActing } from '~/app/acting';
import { formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { differing } from '../form/meanwhile';
import styles from './constructor.module.css';
import { draftOf, flat, wordsOf } from './draft';

/** Changed fields that a version names; the others are counted. */
const NAMED = 3;

/** What a version changed of the one before. */
function changesOf(version: BlockVersion, before: BlockVersion | undefined, template: Template): string {
  if (version.restored_from) return `Restored version ${version.restored_from}`;
  if (!before) return 'As it was then';
  if (before.template_id !== version.template_id) return 'Another template';
  const words = wordsOf(template);
  const names = differing(flat(draftOf(before, template)), flat(draftOf(version, template))).map((name) => {
    const word = words[name] ?? name;
    return typeof word === 'string' ? word : word.label;
  });
  const more = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'The same';
}

/** What the block was at each save. The one that is looked at stands in the preview, and can be had again. */
export function VersionsPart(props: {
  block: Block;
  template: Template;
  isDirty: boolean;
  seen: BlockVersion | null;
  onSee(version: BlockVersion | null): void;
}) {
  return (
    <Suspense fallback={<p className="s12 t2">Looking for earlier versions…</p>}>
      <Versions {...props} />
    </Suspense>
  );
}

function Versions({ block, template, isDirty, seen, onSee }: Parameters<typeof VersionsPart>[0]) {
  const { data: versions } = useSuspenseQuery({
    ...listBlockVersionsOptions({ path: { id: block.id } }),
    select: dataOf,
  });
  const isOwn = useActing() === null;
  const restore = useMutation(restoreBlockVersionMutation());
  const bring = async (version: BlockVersion) => {
    await restore.mutateAsync({ path: { id: block.id, version: version.version }, body: { version: block.version } });
    onSee(null);
    toast('Version restored', { detail: 'It is a new version: the one before is kept too.' });
  };
  return (
    <div className={styles.section}>
      <p className="s12 t2">The last 50 saves of this block. Choose one to see it in the preview.</p>
      {isDirty && <Note tone="info">Save or discard your changes to restore a version.</Note>}
      {restore.isError && <Note tone="bad">The version was not restored: {errorText(restore.error)}</Note>}
      <ol className={styles.versions}>
        {versions.map((version, index) => {
          const isNow = version.version === block.version || index === 0;
          const isSeen = seen?.version === version.version;
          return (
            <li key={version.version} data-seen={isSeen || undefined}>
              <button type="button" aria-pressed={isSeen} onClick={() => onSee(isSeen ? null : version)}>
                <span className={styles.versionHead}>
                  <b>{formatTime(version.created_at)}</b>
                  <span className="s12 t3">{isNow ? 'Now' : `Version ${version.version}`}</span>
                </span>
                <span className="s12 t2">{changesOf(version, versions[index + 1], template)}</span>
                <span className="s12 t3">
                  {isOwn && version.saved_by === 'owner' ? 'You' : SAVED_BY_LABELS[version.saved_by]}
                </span>
              </button>
              {isSeen && !isNow && (
                <Button
                  size="sm"
                  disabled={isDirty}
                  busy={restore.isPending}
                  onClick={() => void bring(version).catch(() => undefined)}
                >
                  Restore this version
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
