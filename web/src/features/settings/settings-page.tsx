import { TextInput } from '@mantine/core';
import { IconEdit, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dataOf, listSettingsOptions } from '~/api/queries';
import type { Setting, SettingSection } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { PHRASE_MAX } from '~/lib/search-params';
import { Button } from '~/ui/button';
import { useKeptFocus } from '~/ui/kept-focus';
import { Badge } from '~/ui/marks';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { useNow } from '~/ui/use-now';
import { PageHead } from '../frame/page-head';
import { SettingForm } from './setting-form';
import { shownValue } from './setting-value';
import styles from './settings.module.css';

/** How often the server is asked, in milliseconds: others change settings too. */
const LOOK_MS = 15_000;
/** How often ages are told anew, in milliseconds. */
const TICK_MS = 30_000;

const route = getRouteApi('/_cabinet/admin/settings');

/** The sections with those settings that have all words of a phrase, and with those that are being changed. */
function matching(sections: SettingSection[], phrase: string, open: readonly string[]): SettingSection[] {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return sections
    .map((section) => ({
      ...section,
      settings: section.settings.filter(
        (one) => open.includes(one.name) || has(`${section.title} ${one.name} ${one.title} ${one.about}`),
      ),
    }))
    .filter((section) => section.settings.length > 0);
}

/** A text whose parts between backticks are code. */
const withCode = (text: string): ReactNode =>
  text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stand in their order
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );

function Row({
  setting,
  now,
  editing,
  onEdit,
}: {
  setting: Setting;
  now: number;
  editing: boolean;
  onEdit(open: boolean): void;
}) {
  // Its own: several forms may be open, and each gives the focus back to the button of its setting.
  const kept = useKeptFocus<HTMLLIElement>();
  return (
    <li {...kept} className={styles.row}>
      <div>
        <h3>{setting.title}</h3>
        <p className="s12 t2">{withCode(setting.about)}</p>
        <p className="s12 t3 mono">{setting.name}</p>
      </div>
      {editing ? (
        <SettingForm setting={setting} onClose={() => onEdit(false)} />
      ) : (
        <div className={styles.value}>
          <span className={styles.shown}>{shownValue(setting)}</span>
          {setting.is_changed && (
            <Badge tone="info" icon={<IconEdit size={14} aria-hidden />}>
              Changed{setting.updated_at ? ` ${formatAgo(setting.updated_at, now)}` : ''}
            </Badge>
          )}
          <Button size="sm" onClick={() => onEdit(true)} aria-label={`Change ${setting.title}`}>
            Change
          </Button>
        </div>
      )}
    </li>
  );
}

/** What an operator changes while the network runs, by section. */
export function SettingsPage() {
  const { q = '' } = route.useSearch();
  const navigate = useNavigate();
  const kept = useKeptFocus<HTMLDivElement>();
  const answer = useQuery({ ...listSettingsOptions(), select: dataOf, refetchInterval: LOOK_MS });
  const now = Math.max(useNow(TICK_MS), answer.dataUpdatedAt);
  /** Settings whose form is open: a search takes none of them away, with what was typed. */
  const [open, setOpen] = useState<readonly string[]>([]);
  const sections = matching(answer.data ?? [], q, open);
  return (
    <>
      <PageHead />
      <div {...kept} className={styles.page}>
        <TextInput
          label="Find a setting"
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={q}
          maxLength={PHRASE_MAX}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ to: '/admin/settings', search: value ? { q: value } : {}, replace: true })
          }
        />
        {answer.isPending && (
          <div aria-busy>
            <Skeleton height={480} />
          </div>
        )}
        {answer.isError && !answer.data && <ErrorPanel title="The settings did not load" of={answer} />}
        {answer.data && sections.length === 0 && (
          <Empty small title="No setting found">
            No setting has all of these words.
          </Empty>
        )}
        {sections.map((section) => (
          <section key={section.name} aria-labelledby={`section-${section.name}`} className={styles.section}>
            <h2 id={`section-${section.name}`}>{section.title}</h2>
            <p className="s12 t2">
              {section.about} Changed by {[...new Set(section.settings.map(({ who }) => who))].join(', or ')}.
            </p>
            <ul>
              {section.settings.map((setting) => (
                <Row
                  key={setting.name}
                  setting={setting}
                  now={now}
                  editing={open.includes(setting.name)}
                  onEdit={(isOpen) =>
                    setOpen((before) => [
                      ...before.filter((name) => name !== setting.name),
                      ...(isOpen ? [setting.name] : []),
                    ])
                  }
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
