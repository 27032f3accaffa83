import type { z } from 'zod';
import { webhookDelivery } from '../auth/webhooks';

/** The sent body contains the prompt, which operators see on the page of the job. */
export const operatorWebhookDelivery = webhookDelivery.omit({ body: true });
/** A delivery as operators see it. */
export type OperatorWebhookDelivery = z.infer<typeof operatorWebhookDelivery>;
