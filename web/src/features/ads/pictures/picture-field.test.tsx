import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { show } from '~/test/show';
import { PictureField } from './picture-field';

// No pictures are in the test's browser.
vi.mock('./picture', async (original) => ({
  ...(await original<typeof import('./picture')>()),
  readPicture: async (file: File) => ({ file, url: `blob:${file.name}`, width: 640, height: 480 }),
}));

it('takes the same file once more', async () => {
  const onPicture = vi.fn();
  show(<PictureField picture={null} saved={{}} onPicture={onPicture} onCut={() => undefined} />);
  const file = new File(['x'], 'boat.png', { type: 'image/png' });
  for (const time of [1, 2]) {
    await userEvent.upload(screen.getByLabelText('Picture file'), file);
    await waitFor(() => expect(onPicture).toHaveBeenCalledTimes(time));
  }
});
