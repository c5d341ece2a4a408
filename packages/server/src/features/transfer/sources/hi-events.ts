import type { ProductTable, TableProduct } from './table-product.ts';

/*
 * Column names of the exports of Hi.Events (`AttendeesExport` and `OrdersExport` of its source). Since 2025, they are in the language
 * of the user: English, German, Spanish, French, Italian, Dutch, Portuguese (Brazil) and Czech, in this sequence. The newest columns,
 * with the products and attendees of orders, are not translated.
 */

const names = {
  firstName: ['First Name', 'Vorname', 'Nombre', 'Prénom', 'Nome', 'Voornaam', 'Jméno'],
  lastName: ['Last Name', 'Nachname', 'Apellido', 'Nom', 'Cognome', 'Achternaam', 'Sobrenome', 'Příjmení'],
  email: ['Email', 'E-Mail', 'Correo electrónico'],
  status: ['Status', 'Estado', 'Statut', 'Stav'],
  checkedIn: ['Is Checked In', 'Eingecheckt', 'Registrado', 'Enregistré', 'Registrato', 'Is ingecheckt', 'Check-in realizado', 'Odbaveno'],
  checkedInAt: ['Checked In At', 'Eingecheckt am', 'Registrado en', 'Enregistré à', 'Registrato a', 'Ingcheckt om', 'Check-in em', 'Čas odbavení'],
  productId: ['Product ID', 'Produkt-ID', 'ID del producto', 'ID du produit', 'ID del prodotto', 'ID do produto', 'ID produktu', 'Ticket ID'],
  productName: ['Product Name', 'Produktname', 'Nombre del producto', 'Nom du produit', 'Nome del prodotto', 'Productnaam', 'Nome do produto', 'Název produktu'],
  eventId: ['Event ID', 'Veranstaltungs-ID', 'ID del evento', "ID de l'événement", "ID dell'evento", 'Evenement-ID', 'ID do evento', 'ID události'],
  publicId: ['Public ID', 'Öffentliche ID', 'ID público', 'ID public', 'ID pubblico', 'Publieke ID', 'Veřejné ID'],
  createdDate: ['Created Date', 'Erstellungsdatum', 'Fecha de creación', 'Date de création', 'Data di creazione', 'Aanmaakdatum', 'Data de criação', 'Datum vytvoření'],
  totalGross: ['Total Gross', 'Gesamtbrutto', 'Total bruto', 'Total brut', 'Totale lordo', 'Totaal bruto', 'Celkem brutto'],
  totalTax: ['Total Tax', 'Gesamtsteuer', 'Total impuestos', 'Total des taxes', 'Totale tasse', 'Totaal belasting', 'Total de impostos', 'Celková daň'],
  totalFee: ['Total Fee', 'Gesamtgebühr', 'Total de tarifas', 'Total des frais', 'Commissione totale', 'Totaal vergoeding', 'Total de taxas', 'Celkový poplatek'],
  totalRefunded: ['Total Refunded', 'Gesamtbetrag erstattet', 'Total reembolsado', 'Total remboursé', 'Totale rimborsato', 'Totaal terugbetaald', 'Celkem vráceno'],
  paymentStatus: ['Payment Status', 'Zahlungsstatus', 'Estado del pago', 'Statut du paiement', 'Stato del pagamento', 'Betalingsstatus', 'Status do pagamento', 'Stav platby'],
  refundStatus: ['Refund Status', 'Erstattungsstatus', 'Estado del reembolso', 'Statut du remboursement', 'Stato del rimborso', 'Terugbetalingsstatus', 'Status do reembolso', 'Stav vrácení peněz'],
  currency: ['Currency', 'Währung', 'Moneda', 'Devise', 'Valuta', 'Moeda', 'Měna'],
  createdAt: ['Created At', 'Erstellt am', 'Creado en', 'Créé le', 'Creato il', 'Aangemaakt op', 'Criado em', 'Vytvořeno'],
  provider: ['Payment Provider', 'Payment Gateway', 'Zahlungsanbieter', 'Pasarela de pago', 'Proveedor de pago', 'Passerelle de paiement', 'Fournisseur de paiement', 'Gateway di pagamento', 'Fornitore di pagamento', 'Betalingsgateway', 'Betalingsprovider', 'Gateway de pagamento', 'Fornecedor de pagamento', 'Platební brána', 'Poskytovatel platby'],
  promoCode: ['Promo Code', 'Rabattcode', 'Código promocional', 'Code promo', 'Codice promo', 'Promocode', 'Promo kód'],
} as const; // biome-ignore format: a table

/** Columns that are not imported, in the languages of the exports. */
const ignored = [
  'ID', 'Order ID', 'Bestell-ID', 'ID de pedido', 'ID de commande', 'ID ordine', 'Bestelling-ID', 'ID do pedido', 'ID objednávky',
  'Short ID', 'Kurz-ID', 'ID corto', 'ID court', 'Korte ID', 'ID curto', 'Krátké ID',
  'Last Updated Date', 'Letztes Aktualisierungsdatum', 'Fecha de última actualización', 'Date de dernière mise à jour',
  "Data dell'ultimo aggiornamento", 'Laatst bijgewerkt', 'Última atualização', 'Datum poslední aktualizace',
  'Total Before Additions', 'Gesamtsumme vor Zuschlägen', 'Total antes de adiciones', 'Total avant ajouts',
  'Totale prima delle aggiunte', 'Totaal voor toevoegingen', 'Total antes dos adicionais', 'Celkem před příplatky',
  'Is Partially Refunded', 'Teilweise erstattet', 'Reembolsado parcialmente', 'Partiellement remboursé', 'Parzialmente rimborsato',
  'Is gedeeltelijk terugbetaald', 'Parcialmente reembolsado', 'Částečně vráceno',
  'Is Fully Refunded', 'Vollständig erstattet', 'Reembolsado completamente', 'Entièrement remboursé', 'Rimborso completo',
  'Is volledig terugbetaald', 'Totalmente reembolsado', 'Plně vráceno',
  'Is Free Order', 'Kostenlose Bestellung', 'Pedido gratuito', 'Commande gratuite', 'Ordine gratuito', 'Is gratis bestelling',
  'Bezplatná objednávka', 'Is Manually Created', 'Manuell erstellt', 'Creado manualmente', 'Créé manuellement',
  'Creato manualmente', 'Is handmatig aangemaakt', 'Criado manualmente', 'Vytvořeno ručně',
  'Billing Address', 'Rechnungsadresse', 'Dirección de facturación', 'Adresse de facturation', 'Indirizzo di fatturazione',
  'Factuuradres', 'Endereço de cobrança', 'Fakturační adresa',
  'Notes', 'Notizen', 'Notas', 'Note', 'Notities', 'Poznámky',
  'Opted In To Marketing', 'Affiliate Name', 'Affiliate Code', 'Channel', 'Collected', 'Comped', 'Balance',
  'Order Item ID', 'Product Price ID', 'Item Total Before Additions', 'Item Total Tax', 'Item Total Service Fee',
  'Item Total Gross', 'Item Taxes and Fees Rollup', 'Attendee ID',
]; // biome-ignore format: a list

const order = {
  orderId: { names: names.publicId },
  orderDate: { names: names.createdAt, loss: 'dates of orders' },
  buyerFirstName: { names: names.firstName },
  buyerLastName: { names: names.lastName },
  buyerEmail: { names: names.email },
  total: { names: names.totalGross },
  platformFee: { names: names.totalFee, loss: 'fees' },
  tax: { names: names.totalTax, loss: 'taxes' },
  refunded: { names: names.totalRefunded, loss: 'refunds' },
  orderStatus: { names: names.status, loss: 'cancelled and unpaid orders' },
  paymentStatus: { names: names.paymentStatus },
  refundStatus: { names: names.refundStatus },
  currency: { names: names.currency },
  paymentMethod: { names: names.provider },
  promoCode: { names: names.promoCode },
} as const;

const tables: readonly ProductTable[] = [
  {
    name: 'the export of orders with products',
    rows: 'both',
    required: ['orderId', 'total', 'ticketType', 'qrValue'],
    columns: {
      ...order,
      eventId: { names: names.eventId },
      productType: { names: ['Product Type'] },
      ticketTypeId: { names: ['Product ID'] },
      ticketType: { names: ['Product Name'] },
      quantity: { names: ['Quantity'] },
      price: { names: ['Unit Price'], loss: 'prices of tickets' },
      listPrice: { names: ['Unit Price Before Discount'] },
      qrValue: { names: ['Attendee Public ID'] },
      holderFirstName: { names: ['Attendee First Name'] },
      holderLastName: { names: ['Attendee Last Name'] },
      holderEmail: { names: ['Attendee Email', 'Teilnehmer-E-Mail', 'Email del asistente', 'E-mail du participant'] },
      ticketStatus: { names: ['Attendee Status'] },
    },
    ignored,
  },
  {
    name: 'the export of orders',
    rows: 'orders',
    required: ['orderId', 'total'],
    columns: { ...order, eventId: { names: names.eventId } },
    ignored,
  },
  {
    name: 'the export of attendees',
    rows: 'tickets',
    required: ['qrValue', 'ticketType', 'holderFirstName'],
    columns: {
      qrValue: { names: names.publicId },
      // Not in the export. The user can add it.
      orderId: { names: ['Order Public ID'] },
      ticketType: { names: [...names.productName, ...names.productId] },
      ticketTypeId: { names: names.productId },
      eventId: { names: names.eventId },
      holderFirstName: { names: names.firstName },
      holderLastName: { names: names.lastName },
      holderEmail: { names: names.email },
      ticketStatus: { names: names.status, loss: 'cancelled tickets' },
      checkedIn: { names: [...names.checkedIn, 'Check Ins', 'Zameldowania'], loss: 'check-ins' },
      checkedInAt: { names: names.checkedInAt },
      orderDate: { names: names.createdDate },
    },
    ignored,
  },
];

/** The exports of orders and attendees of Hi.Events. */
export const hiEvents: TableProduct = {
  prefix: 'hievents',
  name: 'Hi.Events',
  times: 'utc',
  tables,
  ticketStates: { active: 'valid', 'awaiting payment': 'valid', cancelled: 'void' },
  orderStates: {
    completed: 'paid',
    'payment received': 'paid',
    'no payment required': 'paid',
    'refund pending': 'paid',
    'refund failed': 'paid',
    refunded: 'refunded',
    'partially refunded': 'partially_refunded',
    reserved: 'unfinished',
    abandoned: 'unfinished',
    'awaiting payment': 'pending',
    'awaiting offline payment': 'pending',
    'payment failed': 'pending',
    cancelled: 'cancelled',
  },
  // The public id of an attendee is also its QR code. In older versions, it is that of the order with a number. In newer versions, it
  // is a code such as `A-3K7XQ2M`, and only the export of orders with products says to which order it belongs.
  orderKeyOf: (table, { orderId, qrValue }) =>
    orderId ?? (table.rows === 'tickets' ? (qrValue?.replace(/(?<=.{4})-\d+$/, '') ?? null) : null),
  adapt: (values, fields) => {
    const adapted = { ...values };
    // The exports write a zero as an empty cell.
    for (const field of ['total', 'price'] as const) if (fields.has(field)) adapted[field] ??= '0';
    // Since October 2025, all check-ins are in one cell, such as `Main gate (2026-11-20 18:00:00), Backstage (2026-11-20 19:00:00)`.
    const checkIns = values.checkedIn?.matchAll(/\((\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})\)/g) ?? [];
    const [first] = Array.from(checkIns, ([, time = '']) => time).sort();
    return first === undefined ? adapted : { ...adapted, checkedIn: 'yes', checkedInAt: first };
  },
  unmatchedTickets:
    'No attendee belongs to an order in the files. In the files of newer versions of Hi.Events, the public id of an attendee does not begin ' +
    'with that of the order. Add an export of orders that has the column "Attendee Public ID". If your version does not export it, add the ' +
    'column "Order Public ID" to the export of attendees, with the public id of the order in each row.',
};
