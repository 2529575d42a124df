/** Saves what a call of the generated client answered (as a blob) under the name that the server gave it. */
export function download({ data, response }: { data: unknown; response: Response }, otherwise: string): void {
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(data as Blob, name ?? otherwise);
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
