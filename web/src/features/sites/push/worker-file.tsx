import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconDownload,
  IconRefresh,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { saveFile } from '~/api/download';
import { checkPushWorkerMutation } from '~/api/queries';
import type { CheckLight, SitePushResource } from '~/api/sdk';
import { PUSH_WORKER_PART_LABELS } from '~/api/words';
import { formatTime } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { Badge } from '~/ui/marks';
import { toastError } from '~/ui/toast';
import { PLUGIN } from '../../constructor/code';
import { LIGHT_TONES } from '../check/lights';
import styles from './site-push.module.css';

const LIGHTS: Readonly<Record<CheckLight, typeof IconCircleCheck>> = {
  right: IconCircleCheck,
  weak: IconAlertTriangle,
  failed: IconCircleX,
  waiting: IconCircleDashed,
};

/** The file that the site needs, and whether it is in place. */
export function WorkerFile({ push: { site_id: site, block_id: block, worker } }: { push: SitePushResource }) {
  const check = useMutation({
    ...checkPushWorkerMutation(),
    onError: (error) => toastError('The file could not be checked', error),
  });
  const found = check.data?.data ?? worker.check;
  return (
    <section className={styles.section} aria-labelledby="worker">
      <h2 id="worker">Worker file</h2>
      <div className={styles.two}>
        <div className="stack">
          <p className="s13 t2">
            Put this file on your domain, once. The line loads ours, so it never needs a new version, and its folder{' '}
            <code>{worker.scope}</code> holds no page, so nothing of your site passes through it. A worker that you have
            already keeps its work.
          </p>
          <p className="s13 mono">{worker.url}</p>
          <CodeLine code={worker.line} label="the line" />
          <div>
            <Button
              onClick={() =>
                saveFile(
                  new Blob([`${worker.line}\n`], { type: 'text/javascript' }),
                  worker.path.split('/').at(-1) ?? 'sw.js',
                )
              }
            >
              <IconDownload size={16} aria-hidden />
              Download the file
            </Button>
          </div>
          <p className="s13 t2">
            On WordPress the{' '}
            <a href={PLUGIN} download className="link">
              plugin
            </a>{' '}
            does all of it: enter {block ? `${block} as ` : 'the number of the '}
            <i>{block ? 'Push block' : 'push block'}</i> under <i>Settings, Placard</i>.{' '}
            <Link {...paths.article('push-site')} className="link">
              Where it answers 404
            </Link>
          </p>
          <p className="s13 t2">Then these lines on every page that shall ask:</p>
          <CodeLine code={worker.code} label="the lines of the page" />
        </div>
        <div className="stack">
          <div className="row between wrap">
            {found ? (
              <Badge tone={LIGHT_TONES[found.light]} soft>
                {found.badge}
              </Badge>
            ) : (
              <Badge tone="idle" soft>
                Not looked at
              </Badge>
            )}
            <span className="row">
              {found && <span className="s12 t3">Checked {formatTime(found.checked_at)} UTC</span>}
              <Button busy={check.isPending} onClick={() => check.mutate({ path: { site_id: site } })}>
                <IconRefresh size={16} aria-hidden />
                {found ? 'Check again' : 'Check'}
              </Button>
            </span>
          </div>
          {found && (
            <ul className={styles.steps} aria-label="What was found">
              {found.steps.map(({ part, light, text }) => {
                const Icon = LIGHTS[light];
                return (
                  <li key={part} className={LIGHT_TONES[light]}>
                    <Icon size={16} aria-hidden />
                    <span>
                      <b>{PUSH_WORKER_PART_LABELS[part]}</b> <span className="t2">{text}</span>
                    </span>
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}
