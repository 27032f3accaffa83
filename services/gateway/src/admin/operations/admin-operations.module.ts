import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module';
import { AdminMoneyModule } from '../money/admin-money.module';
import { AlertDestinationsController } from './alert-destinations/alert-destinations.controller';
import { AlertDestinationsService } from './alert-destinations/alert-destinations.service';
import { AlertsController } from './alerts/alerts.controller';
import { AlertsService } from './alerts/alerts.service';
import { AuthWatch } from './alerts/auth-watch';
import { DashboardController } from './dashboard/dashboard.controller';
import { DashboardService } from './dashboard/dashboard.service';
import { AdminDeadLettersController } from './dead-letters/admin-dead-letters.controller';
import { AdminDeadLettersService } from './dead-letters/admin-dead-letters.service';
import { InvariantsController } from './invariants/invariants.controller';
import { InvariantsService } from './invariants/invariants.service';
import { ReportsController } from './reports/reports.controller';
import { ReportsService } from './reports/reports.service';
import { AdminSearchController } from './search/admin-search.controller';
import { AdminSearchService } from './search/admin-search.service';
import { AdminServiceStatusController } from './service-status/admin-service-status.controller';
import { AdminServiceStatusService } from './service-status/admin-service-status.service';
import { AdminTrafficController } from './traffic/admin-traffic.controller';
import { AdminUsersModule } from '../users/admin-users.module';

/** What operators see of the installation. */
@Module({
  imports: [AccessModule, AdminMoneyModule, AdminUsersModule],
  controllers: [
    AdminDeadLettersController,
    AdminSearchController,
    AdminServiceStatusController,
    AdminTrafficController,
    AlertDestinationsController,
    AlertsController,
    DashboardController,
    InvariantsController,
    ReportsController,
  ],
  providers: [
    AdminDeadLettersService,
    AdminSearchService,
    AdminServiceStatusService,
    AlertDestinationsService,
    AlertsService,
    AuthWatch,
    DashboardService,
    InvariantsService,
    ReportsService,
  ],
  exports: [AlertsService],
})
export class AdminOperationsModule {}
