import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '~/api/http';
import { session } from '~/app/session';
import { refused, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { FormPage } from '../form/parts';
import { useForm } from '../form/use-form';
import { PasteList } from './paste-list';
import { parseRange } from './pasted';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

function Form() {
  const form = useForm({
    item: undefined,
    read: () => ({ ip_targetings: ['10.0.0.0/8', '192.0.2.0/24'] }),
    send: (body) => call('POST', '/api/thing', { body }),
  });
  return (
    <FormPage form={form} submit="Save" checklist={[]}>
      <PasteList
        id="ranges"
        label="Address ranges"
        hint=""
        value={form.values.ip_targetings}
        onChange={(ranges) => form.patch({ ip_targetings: ranges })}
        parse={parseRange}
        error={form.errors.ip_targetings}
      />
    </FormPage>
  );
}

it('marks the list, and leads to it, when one of its entries is refused', async () => {
  stubApi({ 'POST /api/thing': refused({ 'ip_targetings.0': ['is not a range of the public internet'] }) });
  showAt('/here', <Form />);
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/is not a range of the public internet/i)).toBeInTheDocument();
  const list = screen.getByLabelText('Address ranges');
  expect(list).toHaveAttribute('aria-invalid', 'true');
  expect(list).toHaveAccessibleDescription(/is not a range/i);
  // Once the messages are drawn.
  await waitFor(() => expect(list).toHaveFocus());
});

it('says what it leaves out of a pasted text, until another one is pasted', async () => {
  stubApi({});
  showAt('/here', <Form />);
  const list = await screen.findByLabelText('Address ranges');
  const paste = (text: string) => fireEvent.paste(list, { clipboardData: { getData: () => text } });
  paste('198.51.100.0/24, tidelog.example, office');
  expect(screen.getByText('198.51.100.0/24')).toBeInTheDocument();
  const message = '2 entries are not valid and were left out: “tidelog.example”, “office”.';
  expect(screen.getByRole('status')).toHaveTextContent(message);
  expect(list).toHaveAccessibleDescription(message);
  paste('203.0.113.0/24');
  expect(screen.queryByText(/left out/)).not.toBeInTheDocument();
});
