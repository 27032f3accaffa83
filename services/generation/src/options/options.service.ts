import { LuitError } from '@luit/contracts/errors';
import { choicesOf, type ParameterValues, type Refusal, refusalsOf } from '@luit/contracts/generation/catalog/choices';
import {
  type AspectRatio,
  type NewVideoOptions,
  type VideoOptions,
  videoOptions,
} from '@luit/contracts/generation/options';
import type { Preset } from '@luit/contracts/generation/presets';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { PARAMETER_NAMES } from '@luit/contracts/generation/catalog/model-parameters';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { characterCount } from '@luit/contracts/messages/character-count';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { ModelRevision } from '../model-revisions/model-revisions';
import { PresetsService } from '../presets/presets.service';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { RequestEntity } from '../request-rows/request.entity';
import { takenDownAmong } from '../takedowns/taken-down-files';
import { applyTemplates, type StoredOptions } from '../request-rows/stored-options';

const IMAGE_TAKEN_DOWN = 'This image was taken down.';
const KIND_NAMES: Record<Preset['kind'], string> = { camera: 'camera motion', style: 'style' };
const tooLong = (characters: number) =>
  `The prompt with its camera motion and style may have at most ${characters} characters`;

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
  async resolve(request: NewRequest, { id, entry }: ModelRevision): Promise<StoredOptions | null> {
    await this.refuseTakenDownImages(request);
    if (request.type === 'restore') return null;
    const start = request.imageKey !== undefined || request.extendOf !== undefined ? 'image' : 'text';
    const preferred = await this.selection.preferred(id);
    const choices = choicesOf(
      entry,
      start,
      entry.routes.find(({ provider }) => provider === preferred),
    );
    const [refusal] = refusalsOf(choices, {
      start,
      hasLastImage: request.lastImageKey !== undefined,
      values: parametersIn(request),
    });
    if (refusal || !choices) throw unsupported(entry, refusal!);
    const { parameters } = choices;
    const templates = await this.templatesOf(request);
    const limit = parameters.prompt!.maxCharacters;
    if (characterCount(applyTemplates(request.prompt, templates)) > limit) throw invalid('prompt', tooLong(limit));
    // An image decides about its ratio.
    const defaultRatio = start === 'image' ? null : ((parameters.aspectRatio?.default ?? null) as AspectRatio | null);
    return {
      ...absentAsNull(request),
      aspectRatio: request.aspectRatio ?? defaultRatio,
      seed: parameters.seed ? (request.seed ?? drawSeed()) : null,
      seedless: entry.routes.flatMap(({ provider, fields }) => (fields.seed === undefined ? [provider] : [])),
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

/** What a model is asked for, among the fields of a request. */
function parametersIn(request: NewRequest): ParameterValues {
  const isParameter = (field: string) => PARAMETER_NAMES.some((name) => name === field);
  return Object.fromEntries(Object.entries(request).filter(([field]) => isParameter(field)));
}

/** The options of a request as its row stores them. */
function absentAsNull(request: NewRequest): VideoOptions {
  const names = videoOptions.keyof().options;
  return Object.fromEntries(names.map((name) => [name, request[name] || null])) as VideoOptions;
}

function unsupported({ id, name }: ModelEntry, { field, words }: Refusal): LuitError {
  const text = `${name} does not support ${words}`;
  return new LuitError('unsupported_combination', text, { details: { model: id, [fieldOf(field)]: text } });
}

/** The names of images differ between a choice and a request. */
function fieldOf(field: Refusal['field']): string {
  return field === 'lastImage' ? 'lastImageKey' : field;
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
