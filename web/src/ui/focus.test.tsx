import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, expect, it } from 'vitest';
import { show } from '~/test/show';
import { closeDialog, openDialog } from './dialogs';
import { CLOSED_MS, focusOn, rememberFocus, useOverlay } from './focus';
import { useFormFocus, useKeptFocus } from './kept-focus';

const opener = document.createElement('button');

function begin() {
  document.body.append(opener);
  opener.focus();
}

const wait = () => new Promise((resolve) => setTimeout(resolve, 3 * CLOSED_MS));

afterEach(() => opener.remove());

it('gives the focus back when what opened over the page is closed', async () => {
  begin();
  const { result } = renderHook(useOverlay);
  act(() => result.current[1].open());
  opener.blur();
  act(() => result.current[1].close());
  await waitFor(() => expect(opener).toHaveFocus());
});

it('leaves the focus where it is when it is opened again at once, and gives it back later', async () => {
  begin();
  const { result } = renderHook(useOverlay);
  const inside = document.createElement('input');
  const dialog = document.createElement('div');
  dialog.role = 'dialog';
  dialog.append(inside);
  document.body.append(dialog);
  const open = () => {
    act(() => result.current[1].open());
    inside.focus();
  };
  open();
  act(() => result.current[1].close());
  open();
  await wait();
  expect(inside).toHaveFocus();
  act(() => result.current[1].close());
  dialog.remove();
  await waitFor(() => expect(opener).toHaveFocus());
});

it('leaves the focus alone when the page is gone by then', async () => {
  begin();
  const { result, unmount } = renderHook(useOverlay);
  act(() => result.current[1].open());
  opener.blur();
  act(() => result.current[1].close());
  unmount();
  await wait();
  expect(document.body).toHaveFocus();
});

it('leaves the focus alone when the page goes with a dialog', async () => {
  begin();
  const { unmount } = show(<p>Page</p>);
  openDialog({ modalId: 'one', title: 'A question', children: 'Really?' });
  await screen.findByText('Really?');
  await act(async () => closeDialog('one'));
  unmount();
  opener.blur();
  await wait();
  expect(document.body).toHaveFocus();
});

it('goes to the heading where what had the focus is switched off by now', () => {
  document.body.innerHTML = '<section><h2>Profile</h2><button type="button">Save</button></section>';
  const button = document.querySelector('button') as HTMLButtonElement;
  button.focus();
  const giveBack = rememberFocus();
  button.blur();
  button.disabled = true;
  giveBack();
  expect(document.querySelector('h2')).toHaveFocus();
});

it('goes back to the button of a menu from a line of it', () => {
  document.body.innerHTML =
    '<button type="button" id="more">More</button>' +
    '<div role="menu" aria-labelledby="more"><button type="button" role="menuitem">Reject</button></div>';
  const line = document.querySelector<HTMLElement>('[role="menuitem"]');
  line?.focus();
  const giveBack = rememberFocus();
  line?.parentElement?.remove();
  giveBack();
  expect(document.getElementById('more')).toHaveFocus();
  document.body.innerHTML = '';
});

/** A dialog of the page with a field that has the focus. */
function dialogWithField() {
  const dialog = document.createElement('div');
  dialog.role = 'dialog';
  const field = document.createElement('input');
  dialog.append(field);
  document.body.append(dialog);
  field.focus();
  return { dialog, field };
}

it('takes the focus out of the dialog that is closed, and out of no other one', () => {
  begin();
  const giveBack = rememberFocus();
  const { dialog, field } = dialogWithField();
  giveBack();
  expect(field).toHaveFocus();
  const other = dialogWithField();
  giveBack(dialog);
  expect(other.field).toHaveFocus();
  giveBack(other.dialog);
  expect(opener).toHaveFocus();
  dialog.remove();
  other.dialog.remove();
});

it('leaves the focus in another dialog that has opened since one was closed', async () => {
  begin();
  const { result } = renderHook(useOverlay);
  act(() => result.current[1].open());
  const { dialog } = dialogWithField();
  act(() => result.current[1].close());
  const other = dialogWithField();
  await wait();
  expect(other.field).toHaveFocus();
  dialog.remove();
  other.dialog.remove();
});

/** A part whose lines are called alike. */
function Alike() {
  const [lines, setLines] = useState([1, 2]);
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section {...kept}>
      <h2>Alike</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <button type="button" onClick={() => setLines(lines.filter((one) => one !== line))}>
              End
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

it('leads to the heading, not to the button of another row that is called alike', async () => {
  show(<Alike />);
  button('End').focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getAllByRole('button', { name: 'End' })).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Alike' })).toHaveFocus();
});

/** A part with a line that goes, a menu elsewhere in the page, and a bar. */
function Part() {
  const [has, setHas] = useState(true);
  const [count, setCount] = useState(0);
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section {...kept}>
      <h2>Lines</h2>
      {has && (
        <button type="button" onClick={() => setHas(false)}>
          Line
        </button>
      )}
      <div role="toolbar">
        <button type="button" onClick={() => setCount(count + 1)}>
          Approve
        </button>
      </div>
      <p>{count} approved</p>
      {createPortal(
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setTimeout(setHas, 20, false)}
        >
          Approve
        </button>,
        document.body,
      )}
    </section>
  );
}

const button = (name: string, index = 0) => screen.getAllByRole('button', { name })[index] as HTMLElement;

it('leads to the heading of a part when a line goes by its own button', async () => {
  show(<Part />);
  await userEvent.click(button('Line'));
  expect(screen.getByRole('heading', { name: 'Lines' })).toHaveFocus();
});

it('takes no button of the part, and none of its bar, for one that stands elsewhere and is called so', async () => {
  show(<Part />);
  button('Line').focus();
  await userEvent.click(button('Approve', 1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Line' })).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Lines' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('0 approved')).toBeInTheDocument();
});

it('leaves the focus alone when something goes that was left before', async () => {
  show(<Part />);
  button('Line').focus();
  await userEvent.click(document.body);
  await userEvent.click(button('Approve', 1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Line' })).not.toBeInTheDocument());
  expect(document.body).toHaveFocus();
});

/** A form in place of its button, which stands in one of two places. */
function Opened() {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState('above');
  const { remember, take } = useFormFocus(isOpen);
  const opener = !isOpen && (
    <button
      ref={take}
      type="button"
      onClick={() => {
        remember('anew');
        setOpen(true);
      }}
    >
      Open
    </button>
  );
  return (
    <>
      {place === 'above' && <header>{opener}</header>}
      {isOpen && (
        <button ref={focusOn} type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      )}
      {place === 'below' && <footer>{opener}</footer>}
      <p onPointerEnter={() => setPlace(place === 'above' ? 'below' : 'above')}>Move</p>
    </>
  );
}

it('has the focus where a button is made anew: after its form, and in another place', async () => {
  show(<Opened />);
  await userEvent.click(button('Open'));
  expect(button('Close')).toHaveFocus();
  await userEvent.hover(screen.getByText('Move'));
  await userEvent.click(button('Close'));
  const below = button('Open');
  expect(below).toHaveFocus();
  await userEvent.unhover(screen.getByText('Move'));
  await userEvent.hover(screen.getByText('Move'));
  expect(below).not.toBeInTheDocument();
  expect(button('Open')).toHaveFocus();
});
