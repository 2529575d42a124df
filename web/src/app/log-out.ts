/** Tells the server that what is in use is over. It ends here even when the server cannot be told. */
export async function logOut(): Promise<void> {
  try {
    const client = await import('~/api/sdk');
    await client.logOut();
  } catch {
    // Without an answer its tokens end by themselves.
  }
}
