import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AUTH_CONFIG, type AuthConfig } from './records/auth-config';

/** Provides the configuration to every feature module. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: AUTH_CONFIG, useValue: config }],
      exports: [AUTH_CONFIG],
    };
  }
}
