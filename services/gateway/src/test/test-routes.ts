import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { GatewayTestApp } from './gateway-test-app';

/** Lists the routes of all controllers. */
export function routesOf({ running }: GatewayTestApp): string[] {
  const read = (key: string, of: object) => Reflect.getMetadata(key, of) as unknown;
  const scanner = new MetadataScanner();
  const controllers = [...running.app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    if (!metatype) return [];
    const prototype = metatype.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const [path, method] = [read(PATH_METADATA, prototype[name]!), read(METHOD_METADATA, prototype[name]!)];
      if (typeof path !== 'string' || typeof method !== 'number') return [];
      const whole = `/${String(read(PATH_METADATA, metatype))}/${path}`.replace(/\/+/g, '/').replace(/\/$/, '');
      return [`${RequestMethod[method]} ${whole}`];
    });
  });
}
