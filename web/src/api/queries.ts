/** Query options, query keys and mutations of the generated client, whose calls answer with our errors. */
import './sdk';

export * from './gen/@tanstack/react-query.gen';
