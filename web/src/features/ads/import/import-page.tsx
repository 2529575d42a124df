import { FileButton as ChooseFile } from '@mantine/core';
import { IconCircleCheck, IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { FILES } from '~/api/files';
import { errorText, fieldErrors } from '~/api/problem';
import { importAdsMutation } from '~/api/queries';
import type { ImportReport } from '~/api/sdk';
import { AD_FORM_LIMITS, LIMITS, NATIVE_FORMAT_LIMITS, NativeFormat } from '~/api/words';
import { askAnew, useUnit, useUser } from '~/app/queries';
import { formatNumber, plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { Switch } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast, toastError, toastNotDone } from '~/ui/toast';
import { useClosingGuard } from '../../form/use-guard';
import { useIsHere, useNavigateHere } from '../../form/use-navigate-here';
import { PageHead } from '../../frame/page-head';
import { FileButton } from '../../list/file-button';
import { useParents } from '../form/form-pages';
import { FILE_MB } from '../pictures/picture';
import styles from './import.module.css';
import { bidWords, capWords } from './sample-words';
import { takeImportBack } from './take-back';

/** Bytes of a MB. */
const MB = 1024 * 1024;

const { title: TITLE } = NATIVE_FORMAT_LIMITS[NativeFormat.Native];
const { short_description: DESCRIPTION, brand: BRAND } = AD_FORM_LIMITS;

/** What the columns take. */
const COLUMNS: readonly (readonly [name: string, text: string])[] = [
  ['title', `Needed. Native ads take ${TITLE.min} to ${TITLE.max} characters.`],
  ['original_url', 'Needed. The landing page, with macros in braces.'],
  ['short_description', `Up to ${DESCRIPTION.max} characters; text ads need one.`],
  ['picture', `An https:// address, or the name of a file in the zip. JPEG, PNG, WebP or GIF of up to ${FILE_MB} MB.`],
  ['one_bid_for_all_geo', 'Dollars for a valid click; empty for the usual bid.'],
  [
    'formats',
    'native, article, text-ads, long-text, teaser, or their numbers; empty: native with a picture, else text.',
  ],
  ['brand', `Up to ${BRAND.max} characters.`],
  ['full_text', 'For article and long text.'],
  ['primary_source_url', 'Where an article was first published.'],
  [
    'bids',
    'Bids of single countries, such as DE 2.50 | FR 1.80. Without a bid for all it is shown in these countries alone.',
  ],
  ['frequency_cap', 'Shows to one visitor in so many hours, such as 3 in 24.'],
];

/** Ads out of a spreadsheet: looked at first, made when that is asked for. */
export function ImportPage() {
  const parents = useParents();
  return <Import key={parents.group.id} {...parents} />;
}

function Import({ campaign, group, crumbs }: ReturnType<typeof useParents>) {
  const isTrusted = useUser()?.is_trusted ?? false;
  const navigate = useNavigateHere();
  const isHere = useIsHere();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [onlyValid, setOnlyValid] = useState(false);
  const look = useMutation(importAdsMutation());
  const run = useMutation(importAdsMutation());
  /** Also until the page of the ads is there: the button would import them once more. */
  const [isRunning, setRunning] = useState(false);
  useClosingGuard(isRunning);
  const path = { group_id: group.id };
  /** The file that is looked at: another one may be dropped before the answer. */
  const looked = useRef<File>(null);
  const forget = useRef<() => void>(null);

  const refuse = (error: unknown) => {
    const [first] = Object.entries(fieldErrors(error));
    setFailure(first ? `${first[0] === 'file' ? 'The file' : first[0]} ${first[1]}` : errorText(error));
  };
  const take = async (chosen: File | null) => {
    if (!chosen) return;
    looked.current = chosen;
    setFile(chosen);
    setReport(null);
    setFailure(null);
    setOnlyValid(false);
    try {
      const { data } = await look.mutateAsync({ path, body: { file: chosen, dry_run: 1 } });
      if (looked.current === chosen) setReport(data);
    } catch (error) {
      if (looked.current === chosen) refuse(error);
    }
  };
  const takeBack = async (ids: number[]) => {
    try {
      const left = await takeImportBack(ids, client);
      if (left === 0) toast('The imported ads are deleted');
      else {
        toastError(`${plural(left, 'imported ad')} not deleted`, undefined, {
          detail: `${left === 1 ? 'It was' : 'They were'} edited since, and ${left === 1 ? 'stays' : 'stay'}.`,
        });
      }
    } catch (error) {
      toastNotDone('The import', 'taken back', error);
    } finally {
      void askAnew(client);
    }
  };
  const send = async () => {
    if (!file) return;
    setFailure(null);
    setRunning(true);
    try {
      const body = { file, dry_run: 0, only_valid: onlyValid ? 1 : 0 };
      const { data } = await run.mutateAsync({ path, body });
      toast(`${plural(data.ad_ids.length, 'ad')} imported`, { undo: () => void takeBack(data.ad_ids) });
      await navigate(paths.medias(campaign.id, group.id));
    } catch (error) {
      // Who has left sees this page no more.
      if (isHere()) refuse(error);
      else toastNotDone(`The import into ${group.name}`, 'done', error);
    } finally {
      setRunning(false);
    }
  };
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      void take(event.dataTransfer.files[0] ?? null);
    },
  };
  const wrong = report ? report.row_count - report.valid_count : 0;
  const canRun = report !== null && report.valid_count > 0 && (wrong === 0 || onlyValid);
  return (
    <>
      <PageHead
        crumbs={crumbs}
        actions={
          <FileButton make={FILES.importTemplate} failure="The template did not load">
            Template
          </FileButton>
        }
      />
      <div className={styles.page}>
        <section className={styles.part} aria-labelledby="file">
          <h2 id="file">1. Choose a file</h2>
          <p className="s13 t2">
            A CSV in UTF-8 with addresses of pictures, or a zip with one CSV and its pictures. At most{' '}
            {LIMITS.import_bytes / MB} MB, {formatNumber(LIMITS.import_rows)} rows and {LIMITS.import_pictures}{' '}
            different pictures.
          </p>
          <div className={styles.drop} {...drop}>
            <ChooseFile
              accept=".csv,.zip,text/csv,application/zip"
              resetRef={forget}
              onChange={(chosen) => {
                void take(chosen);
                // Else the same file, chosen once more, would be no change.
                forget.current?.();
              }}
              inputProps={{ 'aria-label': 'File with ads' }}
            >
              {(props) => (
                <Button {...props} busy={look.isPending} variant={report ? 'line' : 'ink'}>
                  <IconFileUpload size={16} aria-hidden />
                  {file ? 'Choose another file' : 'Choose a file'}
                </Button>
              )}
            </ChooseFile>
            <span className="s13 t2">{file ? file.name : 'or drop it here'}</span>
          </div>
          {look.isPending && <p className="s13 t2">Looking at the rows and their pictures. Nothing is made yet.</p>}
          {failure && <Note tone="bad">{failure}</Note>}
        </section>
        {report && (
          <section className={styles.part} aria-labelledby="look">
            <h2 id="look">2. Look at it</h2>
            {wrong === 0 ? (
              <Note tone="ok">
                All {plural(report.row_count, 'row')} {report.row_count === 1 ? 'is' : 'are'} right.
              </Note>
            ) : (
              <Note tone="warn" alert>
                {plural(wrong, 'row')} of {report.row_count} cannot be imported.
              </Note>
            )}
            {report.problems.length > 0 && (
              <Scrolled label="What is wrong">
                <table className={styles.table}>
                  <thead>
                    <tr>
                      <th scope="col">Row</th>
                      <th scope="col">Column</th>
                      <th scope="col">What is wrong</th>
                    </tr>
                  </thead>
                  <tbody>
                    {report.problems.map(({ row, column, message }) => (
                      <tr key={`${row}.${column}`}>
                        <td className="num">{row}</td>
                        <td className="mono">{column}</td>
                        <td>{message}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
            )}
            {report.problem_count > report.problems.length && (
              <p className="s12 t3">And {report.problem_count - report.problems.length} more.</p>
            )}
            <Sample report={report} />
          </section>
        )}
        {report && (
          <section className={styles.part} aria-labelledby="run">
            <h2 id="run">3. Import</h2>
            {wrong > 0 && report.valid_count > 0 && (
              <Switch
                label={`Import the ${report.valid_count} right rows and leave out the others`}
                checked={onlyValid}
                onChange={(event) => setOnlyValid(event.currentTarget.checked)}
              />
            )}
            <div className="row">
              <Button variant="accent" disabled={!canRun} busy={isRunning} onClick={() => void send()}>
                Import {plural(report.valid_count, 'ad')}
              </Button>
            </div>
            <p className="s12 t3">
              {canRun
                ? isTrusted
                  ? `They come into ${group.name}; none of them waits for a moderator.`
                  : `They come into ${group.name} and wait for a moderator.`
                : 'Mend the rows in your spreadsheet and choose the file again.'}
            </p>
          </section>
        )}
        <section className={styles.part} aria-labelledby="columns">
          <h2 id="columns">Columns</h2>
          <dl className={styles.columns}>
            {COLUMNS.map(([name, text]) => (
              <div key={name}>
                <dt className="mono">{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="s12 t3">
            The first line names the columns, in any order; commas, semicolons and tabs are understood. A cell that
            begins like a formula (=, +, −, @) is refused unless an apostrophe stands before it.
          </p>
        </section>
      </div>
    </>
  );
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

function Sample({ report: { sample, row_count: count } }: { report: ImportReport }) {
  const unit = useUnit();
  return (
    <Scrolled label="The first rows">
      <table className={styles.table}>
        <caption className="s12 t3">
          {sample.length < count ? `The first ${sample.length} of ${count} rows` : 'The rows'} as they were read
        </caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Right</th>
            <th scope="col">Title</th>
            <th scope="col">Landing page</th>
            <th scope="col">Picture</th>
            <th scope="col">Bid</th>
            <th scope="col">Shows to one</th>
          </tr>
        </thead>
        <tbody>
          {sample.map((row) => (
            <tr key={row.row}>
              <td className="num">{row.row}</td>
              <td>{row.is_valid ? <IconCircleCheck size={16} className="up" aria-label="Right" /> : 'No'}</td>
              <td>{row.title}</td>
              <td className={styles.wide}>{row.original_url}</td>
              <td className={styles.wide}>{row.picture || 'None'}</td>
              <td className={styles.wide}>{bidWords(row, unit)}</td>
              <td className="num">{capWords(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
