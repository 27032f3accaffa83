import { LuitError } from '@luit/contracts/errors';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { controlsOf } from '@luit/contracts/generation/models';
import type { NewVideoOptions } from '@luit/contracts/generation/options';
import type { Preset } from '@luit/contracts/generation/presets';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { characterCount } from '@luit/contracts/messages/character-count';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { ModelEntity } from '../plans/model.entity';
import { PresetsService } from '../presets/presets.service';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { RequestEntity } from '../request-rows/request.entity';
import { takenDownAmong } from '../takedowns/taken-down-files';
import { applyTemplates, type StoredOptions } from '../request-rows/stored-options';

const IMAGE_TAKEN_DOWN = 'This image was taken down.';
const KIND_NAMES: Record<Preset['kind'], string> = { camera: 'camera motion', style: 'style' };
const TOO_LONG = `The prompt with its camera motion and style may have at most ${MAX_PROMPT_CHARACTERS} characters`;

/** Checks the options of a new video against its model, and completes them. */
@Injectable()
export class OptionsService {
  constructor(
    private readonly database: DataSource,
    private readonly presets: PresetsService,
    private readonly selection: ProviderSelectionService,
  ) {}

  /**
   * Null for a restoration.
   *
   * @throws LuitError `unsupported_combination` naming the option and the model; `validation_failed` for an image that was taken down,
   *   a preset or a video that is not available, or a prompt that presets make too long
   */
  async resolve(request: NewRequest, model: ModelEntity): Promise<StoredOptions | null> {
    await this.refuseTakenDownImages(request);
    if (request.type === 'restore') return null;
    const controls = controlsOf(model.id, this.selection.preferred(model.id));
    const refused = refusedOption(request, controls);
    if (refused) throw unsupported(model, ...refused);
    const hasImage = request.imageKey !== undefined || request.extendOf !== undefined;
    const templates = await this.templatesOf(request);
    if (characterCount(applyTemplates(request.prompt, templates)) > MAX_PROMPT_CHARACTERS) {
      throw invalid('prompt', TOO_LONG);
    }
    return {
      aspectRatio: request.aspectRatio ?? (hasImage ? null : '16:9'),
      framing: request.framing ?? null,
      seed: controls.seed ? (request.seed ?? drawSeed()) : null,
      negativePrompt: request.negativePrompt || null,
      cameraMotion: request.cameraMotion ?? null,
      style: request.style ?? null,
      extendOf: request.extendOf ?? null,
      templates,
      extendedKey: request.extendOf ? await this.outputOf(request.userId, request.extendOf) : null,
    };
  }

  /** Images that were uploaded with the request belong to no other request, so checking them needs no statement. */
  private async refuseTakenDownImages({ imageKey, imageHash, lastImageKey, lastImageHash }: NewRequest): Promise<void> {
    const first = imageHash === undefined ? imageKey : undefined;
    const last = lastImageHash === undefined ? lastImageKey : undefined;
    const keys = [first, last].filter((key) => key !== undefined);
    if (keys.length === 0) return;
    const [found] = await takenDownAmong(this.database, keys);
    if (found !== undefined) throw invalid(found === first ? 'imageUrl' : 'lastImageUrl', IMAGE_TAKEN_DOWN);
  }

  private async templatesOf({ cameraMotion, style }: NewVideoOptions): Promise<string[]> {
    const ids = [cameraMotion, style].filter((id) => id !== undefined);
    if (ids.length === 0) return [];
    const { presets } = await this.presets.list();
    const textOf = (field: keyof NewVideoOptions, kind: Preset['kind'], id: string | undefined) => {
      if (id === undefined) return [];
      const found = presets.find((preset) => preset.id === id && preset.kind === kind);
      if (!found) throw invalid(field, `This ${KIND_NAMES[kind]} is no longer available`);
      return [found.text];
    };
    return [...textOf('cameraMotion', 'camera', cameraMotion), ...textOf('style', 'style', style)];
  }

  private async outputOf(userId: string, id: string): Promise<string> {
    const video = await this.database.getRepository(RequestEntity).findOneBy({ id, userId });
    const isAvailable = video?.state === 'succeeded' && video.type !== 'restore' && !video.eraseAt && !video.takedown;
    if (isAvailable && video.outputKey) return video.outputKey;
    throw invalid('extendOf', 'Only a finished video of your own can be continued');
  }
}

/** Evenly from 0 to 2³¹ − 1. */
function drawSeed(): number {
  return randomBytes(4).readUInt32BE() >>> 1;
}

/** The first option that the model does not take, and its name in a sentence. */
function refusedOption(
  { aspectRatio, seed, negativePrompt, lastImageKey }: NewRequest,
  controls: ReturnType<typeof controlsOf>,
): [keyof NewVideoOptions, string] | undefined {
  if (aspectRatio === 'original' ? !controls.original : aspectRatio && !controls.aspectRatios.includes(aspectRatio)) {
    return ['aspectRatio', `the aspect ratio ${aspectRatio}`];
  }
  if (seed !== undefined && !controls.seed) return ['seed', 'a seed'];
  if (negativePrompt && !controls.negativePrompt) return ['negativePrompt', 'a negative prompt'];
  if (lastImageKey && !controls.lastFrame) return ['lastImageKey', 'a last frame'];
  return undefined;
}

function unsupported({ id, name }: ModelEntity, option: keyof NewVideoOptions, words: string): LuitError {
  const text = `${name} does not support ${words}`;
  return new LuitError('unsupported_combination', text, { details: { model: id, [option]: text } });
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
