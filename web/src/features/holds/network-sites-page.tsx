import { ListPage } from '../list/list-page';
import { SITES } from './sites-list';

/** All sites for god; those of their clients for sales. */
export const NetworkSitesPage = () => <ListPage spec={SITES} />;
