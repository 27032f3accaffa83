import { failureOf, type ApiClient } from '../../../lib/api-client';
import { saveFile } from '../../../lib/save-file';

/** Downloads the invoice or receipt of a purchase and names the file after its number. @throws ApiError with the text to show */
export async function downloadInvoice(api: ApiClient, transactionId: string): Promise<void> {
  const response = await api.send(`/api/credits/invoices/${transactionId}.pdf`);
  if (!response.ok) throw await failureOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await response.blob(), name ?? `invoice-${transactionId}.pdf`);
}
