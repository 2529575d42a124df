/** The generated client, with our errors and multipart. Everything imports it from here, so that both are always in place. */
import { formDataBodySerializer } from './gen/client';
import { client } from './gen/client.gen';
import { multipart } from './multipart';
import { toApiError } from './problem';

client.interceptors.error.use((error, response) => toApiError(error, response));
formDataBodySerializer.bodySerializer = multipart;

export * from './gen/sdk.gen';
export type * from './gen/types.gen';
