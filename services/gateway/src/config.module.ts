import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from './config';

/** Provides the parsed configuration to all modules. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
