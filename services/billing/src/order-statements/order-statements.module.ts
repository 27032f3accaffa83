import { Module } from '@nestjs/common';
import { OrderStatementsController } from './order-statements.controller';
import { OrderStatementsService } from './order-statements.service';

@Module({ controllers: [OrderStatementsController], providers: [OrderStatementsService] })
export class OrderStatementsModule {}
