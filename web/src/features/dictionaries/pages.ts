/** Small pages of the back office load as one: a chunk for each would be named in the code of every page. */
export { MessagesPage } from '../messages/messages-page';
export { OffersPage } from '../offers/offers-page';
export { OverviewPage } from '../overview/overview-page';
export { TeamsPage } from '../teams/teams-page';
export { DictionariesPage } from './dictionaries-page';
export { TemplatesPage } from './templates-page';
