import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

type Method = (...args: never[]) => unknown;

interface Marked {
  name: string;
  key: unknown;
  mark: unknown;
}

/** By prototype: an application searches for several marks, and tests start many applications with the same classes. */
const markedOf = new WeakMap<object, Marked[]>();

/** Finds the methods of providers that a decorator has marked with metadata. */
@Injectable()
export class MarkedMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Returns the marked methods, bound to their instances. */
  find<Mark>(key: string): { mark: Mark; method: Method }[] {
    return this.instances().flatMap((instance) =>
      this.marked(Object.getPrototypeOf(instance) as object)
        .filter((marked) => marked.key === key)
        .map(({ name, mark }) => ({ mark: mark as Mark, method: instance[name]!.bind(instance) as Method })),
    );
  }

  private marked(prototype: object): Marked[] {
    let marked = markedOf.get(prototype);
    if (!marked) markedOf.set(prototype, (marked = this.scan(prototype as Record<string, Method>)));
    return marked;
  }

  private scan(prototype: Record<string, Method>): Marked[] {
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method = prototype[name]!;
      return Reflect.getMetadataKeys(method).map((key: unknown) => ({
        name,
        key,
        mark: Reflect.getMetadata(key, method) as unknown,
      }));
    });
  }

  private instances(): Record<string, Method>[] {
    return this.discovery
      .getProviders()
      .map(({ instance }) => instance as Record<string, Method> | undefined)
      .filter((instance) => instance !== undefined && instance !== null)
      .filter((instance) => typeof instance === 'object' && Object.getPrototypeOf(instance) !== null);
  }
}
