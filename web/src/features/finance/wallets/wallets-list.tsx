import { IconTrash } from '@tabler/icons-react';
import { deleteWalletMutation, listWalletsOptions, setPrimaryWalletMutation } from '~/api/queries';
import type { ListWalletsResponse, Wallet } from '~/api/sdk';
import { WATCHED_MS } from '~/lib/watched';
import { useFocusAfter } from '~/ui/kept-focus';
import { byId, type Change } from '../../list/change';
import { useWished } from '../../list/guess';
import { allWithin, wholeOf, within } from '../../list/locally';
import type { ListSpec } from '../../list/spec';
import type { Act } from '../../list/use-changes';
import { WalletLine } from './wallet-line';
import { shortAddress } from './wallet-mark';

const CHOOSE: Change<Wallet> = {
  done: 'made primary',
  each: byId(setPrimaryWalletMutation),
  guess: (wallet) => ({ ...wallet, is_primary: true }),
  others: (wallet) => ({ ...wallet, is_primary: false }),
  told: ({ number }) => ({ title: 'Primary wallet chosen', detail: shortAddress(number) }),
};

const nameOf = ({ payment_type, number }: Wallet) => `${payment_type.name} ${shortAddress(number)}`;

const REMOVE: Change<Wallet> = {
  done: 'deleted',
  each: byId(deleteWalletMutation),
  gone: true,
  ask: ([wallet]) => ({
    title: `Delete the wallet ${wallet && nameOf(wallet)}?`,
    body: wallet?.is_primary
      ? 'Without a primary wallet no payout is asked for by itself.'
      : 'Nothing is paid to it from then on.',
    icon: <IconTrash size={16} aria-hidden />,
  }),
  told: (wallet) => ({ detail: nameOf(wallet) }),
};

/** The approved ones stand before the rest. */
const PARTS = within<Wallet, ListWalletsResponse>(({ data: { wallets, unapproved_wallets } }, change) => ({
  data: { wallets: change(wallets), unapproved_wallets: change(unapproved_wallets) },
}));

/** The own wallets. */
export const WALLETS: ListSpec<Wallet> = {
  name: 'own-wallets',
  noun: ['wallet', 'wallets'],
  rowName: nameOf,
  told: ['listWallets'],
  within: PARTS,
  whole: true,
  // The first hours of one end while the page stands open.
  every: WATCHED_MS,
  rows: wholeOf(listWalletsOptions, allWithin(PARTS)),
  card: (wallet, act) => <OwnWallet wallet={wallet} act={act} />,
  first: {
    title: 'No wallet yet',
    text: 'Payouts go to a wallet of yours. The first one that is approved is your primary wallet.',
  },
};

function OwnWallet({ wallet, act }: { wallet: Wallet; act: Act<Wallet> }) {
  const rememberHere = useFocusAfter();
  return (
    <WalletLine
      wallet={wallet}
      name={nameOf(wallet)}
      isChosen={useWished(WALLETS, wallet) !== undefined}
      onChoose={() => {
        // Its button goes with the answer.
        act('Make primary', CHOOSE, [wallet], rememberHere());
      }}
      onDelete={() => act('Delete', REMOVE, [wallet])}
    />
  );
}
