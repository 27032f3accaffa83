import { randomUUID } from 'node:crypto';
import type { FaultKind } from '../faults';
import { type Graph, linkOf, nodeErrorsOf, type NodeErrors, outputNodesOf, unknownTypeOf, workOf } from '../gpu/graph';
import { GpuError } from '../gpu/gpu-error';
import { type GpuJob, GpuQueue } from '../gpu/gpu-queue';
import type { OutputFiles } from '../videos/output-files';

export interface ComfyJob extends GpuJob {
  number: number;
  graph: Graph;
  extraData: object;
  /** Output nodes that run. */
  outputs: string[];
  /** Outputs of the nodes, once it has succeeded. */
  results: Record<string, object>;
  /** Nothing ran, because an equal graph had run before. */
  isCached: boolean;
}

interface SavedFile {
  subfolder: string;
  filename: string;
  /** Name of the rendered file. */
  file: string;
}

const CANONICAL_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A ComfyUI, whose newer versions have routes for jobs and take canonical ids only. */
export class ComfyUi {
  readonly queue: GpuQueue<ComfyJob>;
  readonly uploads = new Map<string, string>();
  private readonly saved: SavedFile[] = [];
  private readonly earlier = new Map<string, Record<string, object>>();
  private numbers = 0;

  constructor(
    readonly files: OutputFiles,
    secondsPerVideo: number,
    readonly isNew: boolean,
  ) {
    this.queue = new GpuQueue(files, secondsPerVideo);
  }

  submit(
    body: Record<string, unknown>,
    faults: FaultKind[],
  ): { prompt_id: string; number: number; node_errors: NodeErrors } {
    const graph = body.prompt as Graph | undefined;
    if (!graph) throw refused('no_prompt', 'No prompt provided', 'No prompt provided');
    const id = body.prompt_id === undefined ? randomUUID() : String(body.prompt_id);
    if (this.isNew && !CANONICAL_UUID.test(id))
      throw refused('invalid_prompt_id', 'prompt_id must be a canonical UUID', id);
    const errors = this.validate(graph, faults);
    const failed = new Set(Object.values(errors).flatMap(({ dependent_outputs }) => dependent_outputs));
    const outputs = outputNodesOf(graph).filter((output) => !failed.has(output));
    const number = this.numbers++;
    const job: ComfyJob = {
      ...this.queue.newJob(
        id,
        workOf(graph, (name) => this.uploads.get(name)),
        faults,
      ),
      ...{
        number,
        graph,
        outputs,
        extraData: (body.extra_data as object | undefined) ?? {},
        results: {},
        isCached: false,
      },
    };
    const known = this.earlier.get(JSON.stringify(graph));
    if (known) Object.assign(job, { isCached: true, results: known, directives: { ...job.directives, seconds: 0 } });
    this.queue.add(job);
    return { prompt_id: id, number, node_errors: errors };
  }

  /** Finished jobs, with the names of their files. */
  finished(id: string): ComfyJob | undefined {
    const job = this.queue.all().findLast((each) => each.id === id && each.endedAt !== null);
    if (!job || job.faults.includes('evicts_history')) return undefined;
    if (job.state === 'succeeded' && Object.keys(job.results).length === 0) this.save(job);
    return job;
  }

  fileOf(subfolder: string, filename: string): string | undefined {
    return this.saved.find((each) => each.subfolder === subfolder && each.filename === filename)?.file;
  }

  /** Keeps an uploaded image. A different one with the same name gets another name. */
  upload(subfolder: string, name: string, uri: string): string {
    const [, stem = name, extension = ''] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
    for (let i = 0; ; i++) {
      const stored = i === 0 ? name : `${stem} (${i})${extension}`;
      const path = subfolder ? `${subfolder}/${stored}` : stored;
      const known = this.uploads.get(path);
      if (known !== undefined && known !== uri) continue;
      this.uploads.set(path, uri);
      return stored;
    }
  }

  private validate(graph: Graph, faults: FaultKind[]): NodeErrors {
    const has = (name: FaultKind['name']) => faults.some((fault) => fault.name === name);
    const unknown = unknownTypeOf(graph);
    if (unknown) {
      const message = `Cannot execute because node ${unknown.type} does not exist.`;
      throw refused('invalid_prompt', message, `Node ID '#${unknown.id}'`);
    }
    const outputs = outputNodesOf(graph);
    if (outputs.length === 0) throw refused('prompt_no_outputs', 'Prompt has no outputs', '');
    const errors = nodeErrorsOf(graph, (name) => this.uploads.has(name));
    const first = Object.keys(graph)[0] ?? '';
    const missing = has('missing_file') || has('drops_output');
    if (missing && Object.keys(errors).length === 0)
      errors[first] = missingFile(graph[first]?.class_type ?? '', outputs);
    const isRefused = outputs.every((output) =>
      Object.values(errors).some(({ dependent_outputs }) => dependent_outputs.includes(output)),
    );
    if (isRefused && !has('drops_output')) {
      throw refused('prompt_outputs_failed_validation', 'Prompt outputs failed validation', '', errors);
    }
    return errors;
  }

  private save(job: ComfyJob): void {
    for (const id of job.outputs) {
      const { class_type, inputs } = job.graph[id] ?? { class_type: '', inputs: {} };
      const isVideo = class_type === 'SaveVideo';
      const parts = String(inputs.filename_prefix ?? 'ComfyUI').split('/');
      const stem = parts.pop() ?? '';
      const subfolder = parts.join('/');
      const before = this.saved.filter((each) => each.subfolder === subfolder && each.filename.startsWith(`${stem}_`));
      const counter = String(before.length + 1).padStart(5, '0');
      const filename = `${stem}_${counter}_.${isVideo ? 'mp4' : 'png'}`;
      const type = class_type === 'PreviewImage' ? 'temp' : 'output';
      this.saved.push({ subfolder, filename, file: job.file });
      job.results[id] = { images: [{ filename, subfolder, type }], ...(isVideo && { animated: [true] }) };
    }
    this.earlier.set(JSON.stringify(job.graph), job.results);
  }
}

function missingFile(class_type: string, dependent_outputs: string[]): NodeErrors[string] {
  const received_value = 'wan3.0_t2v_20B.safetensors';
  const details = `unet_name: '${received_value}' not in []`;
  const extra_info = { input_name: 'unet_name', received_value };
  return {
    errors: [{ type: 'value_not_in_list', message: 'Value not in list', details, extra_info }],
    ...{ dependent_outputs, class_type },
  };
}

export function refused(type: string, message: string, details: string, node_errors: NodeErrors = {}): GpuError {
  return new GpuError(400, { error: { type, message, details, extra_info: {} }, node_errors });
}

/** Messages of the history. Those of an error have the inputs of its node. */
export function messagesOf(job: ComfyJob): [string, object][] {
  const of = { prompt_id: job.id, timestamp: job.endedAt };
  const start: [string, object][] = [
    ['execution_start', of],
    ['execution_cached', { ...of, nodes: job.isCached ? Object.keys(job.graph) : [] }],
  ];
  if (job.state === 'succeeded') return [...start, ['execution_success', of]];
  const [node_id = '', node] =
    Object.entries(job.graph).find(([, { inputs }]) => Object.values(inputs).some(linkOf)) ?? [];
  const at = { ...of, node_id, node_type: node?.class_type, executed: [] };
  if (job.state === 'canceled') return [...start, ['execution_interrupted', at]];
  return [...start, ['execution_error', { ...at, ...errorOf(job) }]];
}

export function errorOf(job: ComfyJob) {
  const isMemory = job.faults.includes('out_of_memory') || job.directives.outcome === 'technical';
  const prompt = 'prompt' in job.work ? job.work.prompt : '';
  return {
    exception_type: isMemory ? 'torch.OutOfMemoryError' : 'ValueError',
    exception_message: isMemory ? 'Allocation on device 0 would exceed allowed memory.\n' : 'The input is not usable\n',
    traceback: [`  File "execution.py", line 1, in execute ${prompt}\n`],
    current_inputs: { text: [prompt] },
    current_outputs: [],
  };
}
