import { LuitError } from '@luit/contracts/errors';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import { toImage } from '@luit/contracts/http/images';
import { toRestoration } from '@luit/contracts/http/restorations';
import { toVideo } from '@luit/contracts/http/videos';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { validationPipe } from '../../http/requests/validation.pipe';
import type { ApiClient } from '../../access/identities/api-key.guard';
import { RequestViewsService } from '../../creations/requests/request-views.service';
import { PublicBalanceService } from '../balance/public-balance.service';
import { ImagesService } from '../images/images.service';
import { PublicModelsService } from '../models/public-models.service';
import { OwnRequests, type RequestKind } from '../own-requests';
import type { Quote } from '../quotes/quote';
import { QuoteDto } from '../quotes/quotes.dto';
import { QuotesService } from '../quotes/quotes.service';
import { RestorationsService } from '../restorations/restorations.service';
import { VideosService } from '../videos/videos.service';
import { IMAGE_FIELDS, QUOTE_FIELDS, REQUEST_FIELDS, RESTORATION_FIELDS, VIDEO_FIELDS } from './mcp-fields';
import { type McpTool, mcpTool } from './mcp-tool';

const REQUEST: RequestKind = { name: 'request', types: ['video', 'image_video', 'image', 'restore'] };
const RESOURCES = { video: toVideo, image: toImage, restoration: toRestoration };
const READS = { readOnlyHint: true, openWorldHint: false };
const SPENDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** The tools of agents. They end in the services of /v1, so the same rules and the budget of the key hold. */
@Injectable()
export class McpToolsService {
  readonly tools: McpTool[] = [
    mcpTool({
      name: 'list_models',
      scope: 'videos:read',
      title: 'Models',
      description:
        'Returns the models of videos and images: what each takes, as JSON Schema, its price, and whether it will end.',
      fields: {},
      annotations: READS,
      run: ({ user }) => this.models.list(user!),
    }),
    mcpTool({
      name: 'quote',
      scope: 'videos:read',
      title: 'Price of a video, image or restoration',
      description:
        'Returns what a video, with a model of images an image, or with `quality` a photo restoration, would cost now. Nothing is reserved.',
      fields: QUOTE_FIELDS,
      annotations: READS,
      run: async ({ user }, input) => {
        const quote = await this.quote(user!, input);
        return { ...quote, needs_approval: quote.credits > this.config.agentApprovalCredits };
      },
    }),
    mcpTool({
      name: 'generate_video',
      scope: 'videos:write',
      title: 'Make a video',
      description:
        'Starts a short video and holds its credits; a failed video returns them. It takes minutes: poll get_request for its state.',
      fields: VIDEO_FIELDS,
      annotations: SPENDS,
      run: async (request, { approved_credits: approved, idempotency_key: key, ...fields }) => {
        const { prompt: _, metadata: __, input_reference, last_frame, reference_images, ...values } = fields;
        const choice = {
          ...values,
          has_input_reference: input_reference !== undefined,
          has_last_frame: last_frame !== undefined,
          reference_image_count: reference_images?.length ?? 0,
        };
        this.assertApproved(await this.quote(request.user!, choice), approved);
        return this.videos.createFrom(request, fields, key);
      },
    }),
    mcpTool({
      name: 'generate_image',
      scope: 'videos:write',
      title: 'Make images',
      description:
        'Starts up to four images from a prompt, or changes an image, and holds the credits of each; a failed one returns them. ' +
        'Returns the first: poll get_request for its state. GET /v1/images?set= lists the others by its `luit.set.id`.',
      fields: IMAGE_FIELDS,
      annotations: SPENDS,
      run: async (request, { approved_credits: approved, idempotency_key: key, ...fields }) => {
        const { image: changed, ...choice } = fields;
        const images = changed === undefined ? 0 : [changed].flat().length;
        this.assertApproved(await this.images.quote(request.user!, choice, images), approved);
        return this.images.createFrom(request, fields, key);
      },
    }),
    mcpTool({
      name: 'restore_photo',
      scope: 'videos:write',
      title: 'Restore a photo',
      description:
        'Starts the restoration of a photo and holds its credits; a failed restoration returns them. Poll get_request for its state. ' +
        'Photos of more than 45 kB do not fit: send them as the file `image` of a form to POST /v1/restorations with the same key.',
      fields: RESTORATION_FIELDS,
      annotations: SPENDS,
      run: async (request, { approved_credits: approved, idempotency_key: key, ...fields }) => {
        this.assertApproved(await this.quote(request.user!, { quality: fields.quality }), approved);
        return this.restorations.createFrom(request, fields, key);
      },
    }),
    mcpTool({
      name: 'get_request',
      scope: 'videos:read',
      title: 'State of a video, image or restoration',
      description:
        'Returns a video, image or restoration. Once it is completed, `content_url` is a link that works for an hour.',
      fields: REQUEST_FIELDS,
      annotations: READS,
      run: async ({ user }, { id }) => {
        const record = await this.own.find(user!, id, REQUEST);
        const { outputUrl } = this.views.viewOf(record);
        return {
          ...RESOURCES[OUTPUT_OF[record.type]](record),
          content_url: outputUrl && new URL(outputUrl, this.config.webUrl).href,
        };
      },
    }),
    mcpTool({
      name: 'balance',
      scope: 'billing:read',
      title: 'Credits and budget',
      description: 'Returns the credits of the account, and what is left of the budget of this API key.',
      fields: {},
      annotations: READS,
      run: ({ user }) => this.balance.get(user!),
    }),
  ];

  constructor(
    private readonly models: PublicModelsService,
    private readonly quotes: QuotesService,
    private readonly videos: VideosService,
    private readonly images: ImagesService,
    private readonly restorations: RestorationsService,
    private readonly own: OwnRequests,
    private readonly views: RequestViewsService,
    private readonly balance: PublicBalanceService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  private async quote(client: ApiClient, fields: object): Promise<Quote> {
    const input = (await validationPipe({ isStrict: true }).transform(fields, {
      type: 'body',
      metatype: QuoteDto,
    })) as QuoteDto;
    return this.quotes.quote(client, input);
  }

  /** @throws LuitError `approval_required` */
  private assertApproved({ credits }: Pick<Quote, 'credits'>, approved = 0): void {
    const { agentApprovalCredits: limit } = this.config;
    if (credits <= limit || credits <= approved) return;
    const text =
      `This costs ${credits} credits, and a person must approve requests of more than ${limit}. Tell your user the price. ` +
      `If they agree, call the tool again with approved_credits: ${credits}.`;
    throw new LuitError('approval_required', text, { details: { credits, limit } });
  }
}
