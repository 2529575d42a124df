/** What the API calls its numbers and names, and the limits of what it takes, from its document. */
export * from './gen/words.gen';
