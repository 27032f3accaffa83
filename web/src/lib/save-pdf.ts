import { failureOf, type ApiClient, type CallOptions } from './api-client';
import { saveFile } from './save-file';

/** Downloads a PDF and saves it under the name that the server gives it. @throws ApiError with the text to show */
export async function savePdf(api: ApiClient, path: string, options: CallOptions = {}): Promise<void> {
  const response = await api.send(path, options);
  if (!response.ok) throw await failureOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await response.blob(), name ?? 'document.pdf');
}
