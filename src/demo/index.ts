/** The demonstration data of this product: recipes by entity, each file one part of the business. */
import type { Recipe, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { annexRecipes } from './annexes.ts';
import { auditRecipes } from './audits.ts';
import { balanceRecipes } from './balances.ts';
import { careRecipes } from './care.ts';
import { careReportRecipes } from './care-reports.ts';
import { claimRecipes } from './claims.ts';
import { collectionRecipes } from './collections.ts';
import { complaintRecipes } from './complaints.ts';
import { extensionRecipes } from './extensions.ts';
import { fieldValues } from './field-values.ts';
import { financeRecipes } from './finance.ts';
import { ledgerRecipes } from './ledger.ts';
import { loanRecipes } from './loans.ts';
import { moneyTableRecipes } from './money-tables.ts';
import { monitoringRecipes } from './monitoring.ts';
import { officeTableRecipes } from './office-tables.ts';
import { paperRecipes } from './papers.ts';
import { payableRecipes } from './payables.ts';
import { peopleRecipes } from './people.ts';
import { planRecipes } from './plans.ts';
import { priceListRecipes } from './price-lists.ts';
import { providerPaymentRecipes } from './provider-payments.ts';
import { providerRegisterRecipes } from './provider-register.ts';
import { providerRecipes } from './providers.ts';
import { qualityRecipes } from './quality.ts';
import { quarterlyReportRecipes } from './quarterly-reports.ts';
import { refundRecipes } from './refunds.ts';
import { requestRecipes } from './requests.ts';
import { sharedCostRecipes } from './shared-costs.ts';
import { sibRecipes } from './sib.ts';
import { smallTableRecipes } from './small-tables.ts';
import { statementRecipes } from './statements.ts';
import { supplyRecipes } from './supplies.ts';
import { taxLotRecipes } from './tax-lots.ts';
import { titledRecipes } from './titles.ts';
import { transferredFileRecipes } from './transferred-files.ts';
import { wordings } from './wordings.ts';

const none: Recipe = { count: { small: 0, medium: 0, large: 0 } };

export const sampleRecipes: SampleRecipes = {
  fields: fieldValues,
  words: wordings,
  entities: {
    ...titledRecipes,
    ...moneyTableRecipes,
    ...officeTableRecipes,
    ...transferredFileRecipes,
    ...planRecipes,
    ...peopleRecipes,
    ...providerRecipes,
    ...ledgerRecipes,
    ...balanceRecipes,
    ...financeRecipes,
    ...collectionRecipes,
    ...sharedCostRecipes,
    ...loanRecipes,
    ...payableRecipes,
    ...statementRecipes,
    ...refundRecipes,
    ...priceListRecipes,
    ...paperRecipes,
    ...requestRecipes,
    ...supplyRecipes,
    ...providerPaymentRecipes,
    ...claimRecipes,
    ...careRecipes,
    ...annexRecipes,
    ...extensionRecipes,
    ...complaintRecipes,
    ...auditRecipes,
    ...sibRecipes,
    ...monitoringRecipes,
    ...qualityRecipes,
    ...providerRegisterRecipes,
    ...quarterlyReportRecipes,
    ...careReportRecipes,
    ...taxLotRecipes,
    ...smallTableRecipes,
    // Into a database nobody is loaded who could come in. Where some are drawn, they are colleagues, whom others name.
    usuario: {
      count: { small: 8, medium: 8, large: 8 },
      values: () => ({ operadora: true, ativo: true, bloqueado: false }),
    },
    // Rights are given by people alone.
    grupo: none,
    regra: none,
    config_permissao: none,
    migracao_usuario: none,
  },
};
