import { FileButton, Select, TextInput } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { importPushSubscriptionsMutation } from '~/api/queries';
import type { PushImported } from '~/api/sdk';
import { PUSH_IMPORT_FORM_LIMITS, PUSH_IMPORT_FORMAT_LABELS } from '~/api/words';
import { formatNumber, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { choicesOf } from '~/ui/choices';
import { closeDialog, openDialog } from '~/ui/dialogs';
import { Note } from '~/ui/note';
import { AskForm } from '../../list/ask-form';

const DIALOG = 'push-import';
/** Rows that were not taken and are told why. */
const ERRORS_SHOWN = 20;

function Imported({ told }: { told: PushImported }) {
  return (
    <div className="stack">
      <Note tone={told.refused > 0 ? 'warn' : 'ok'}>
        {plural(told.imported, 'subscription')} imported of {plural(told.rows, 'row')}; {told.known} known already,{' '}
        {told.refused} not taken.
      </Note>
      {told.errors.length > 0 && (
        <ul className="s13">
          {told.errors.slice(0, ERRORS_SHOWN).map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
          {told.refused > ERRORS_SHOWN && (
            <li>And {formatNumber(told.refused - Math.min(ERRORS_SHOWN, told.errors.length))} more.</li>
          )}
        </ul>
      )}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="ink" onClick={() => closeDialog(DIALOG)}>
          Done
        </Button>
      </div>
    </div>
  );
}

function ImportForm({ site }: { site: number }) {
  const { mutateAsync } = useMutation(importPushSubscriptionsMutation());
  const [publicKey, setPublicKey] = useState('');
  const [privateKey, setPrivateKey] = useState('');
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [file, setFile] = useState<File | null>(null);
  const [told, setTold] = useState<PushImported | null>(null);
  if (told) return <Imported told={told} />;
  return (
    <AskForm
      id={DIALOG}
      action="Import"
      staysOpen
      hint="They go on to get notifications, signed with that key. On its next visit each browser changes to ours. The private key is kept encrypted and never shown again."
      run={async () => {
        if (!file) throw new RangeError('Choose the file with the subscriptions.');
        const { max } = PUSH_IMPORT_FORM_LIMITS.content;
        const content = await file.text();
        if (content.length > max) {
          throw new RangeError(`The file has more than ${formatNumber(max)} characters: import it in parts.`);
        }
        const body = {
          public_key: publicKey.trim(),
          private_key: privateKey.trim(),
          format,
          content,
        };
        setTold((await mutateAsync({ path: { site_id: site }, body })).data);
      }}
    >
      {(error) => (
        <>
          <TextInput
            label="Public VAPID key"
            description="Base64url, as the pages of the other provider have it."
            value={publicKey}
            onChange={(event) => setPublicKey(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label="Private VAPID key"
            type="password"
            autoComplete="off"
            value={privateKey}
            onChange={(event) => setPrivateKey(event.currentTarget.value)}
          />
          <Select
            label="The file is"
            allowDeselect={false}
            data={choicesOf(PUSH_IMPORT_FORMAT_LABELS)}
            value={format}
            onChange={(chosen) => setFormat(chosen === 'json' ? 'json' : 'csv')}
          />
          <div className="row wrap">
            <FileButton
              accept=".csv,.json,text/csv,application/json"
              onChange={setFile}
              inputProps={{ 'aria-label': 'File with subscriptions' }}
            >
              {(props) => (
                <Button {...props}>
                  <IconFile size={16} aria-hidden />
                  Choose the file
                </Button>
              )}
            </FileButton>
            <span className="s13 t2">{file?.name}</span>
          </div>
          {error && <Note tone="bad">{error}</Note>}
        </>
      )}
    </AskForm>
  );
}

/** Asks for the subscriptions of another provider. */
export function askImport(site: number): void {
  openDialog({
    modalId: DIALOG,
    title: 'Import subscriptions',
    size: 520,
    children: <ImportForm site={site} />,
  });
}
