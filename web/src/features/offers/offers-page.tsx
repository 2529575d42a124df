import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { ListWithForm } from '../list/list-with-form';
import { OfferForm } from './offer-form';
import { OFFERS } from './offers-list';

/** Offers of the network, which trusted advertisers promote: god makes and closes them. */
export const OffersPage = () => (
  <ListWithForm spec={OFFERS} create={isGod(useUser()) && { label: 'New offer' }}>
    {({ row, close, showAll }) => <OfferForm offer={row} onMade={showAll} onClose={close} />}
  </ListWithForm>
);
