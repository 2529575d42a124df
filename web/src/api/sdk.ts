/** The generated client, with our errors. Everything imports it from here, so that the interceptor is always in place. */
import { client } from './gen/client.gen';
import { toApiError } from './problem';

client.interceptors.error.use((error, response) => toApiError(error, response));

export * from './gen/sdk.gen';
export type * from './gen/types.gen';
