import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

type Method = (...args: never[]) => unknown;

/** Finds the methods of providers and controllers that a decorator has marked with metadata. */
@Injectable()
export class MarkedMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** Returns the marked methods, bound to their instances. */
  find<Mark>(key: string): { mark: Mark; method: Method }[] {
    return this.instances().flatMap((instance) =>
      this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
        const method = instance[name];
        const mark = typeof method === 'function' && this.reflector.get<Mark | undefined>(key, method);
        return mark ? [{ mark, method: method.bind(instance) as Method }] : [];
      }),
    );
  }

  private instances(): Record<string, Method>[] {
    return [...this.discovery.getProviders(), ...this.discovery.getControllers()]
      .map(({ instance }) => instance as Record<string, Method> | undefined)
      .filter((instance) => instance !== undefined && instance !== null)
      .filter((instance) => typeof instance === 'object' && Object.getPrototypeOf(instance) !== null);
  }
}
