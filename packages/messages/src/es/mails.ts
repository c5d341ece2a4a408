import type en from '../en/mails.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  links: { website: 'Sitio web', imprint: 'Aviso legal', terms: 'Condiciones', privacy: 'Privacidad' },
  hello: 'Hola, {name}:',
  reason: 'Recibe este correo por el pedido {orderNumber} a {organizer}, realizado para {email}.',
  viewOrder: 'Ver el pedido',
  yourOrder: 'Su pedido',
  event: 'Evento',
  when: 'Fecha',
  where: 'Lugar',
  order: 'Pedido',

  code: {
    subject: '{code} es su código',
    title: 'Su código de verificación',
    summary:
      'Escriba este código para confirmar su dirección de correo. Caduca en {minutes, plural, one {# minuto} many {# de minutos} other {# minutos}}.',
    cart: 'Si ha cerrado la página, este enlace la vuelve a abrir, en cualquier dispositivo.',
    continue: 'Continuar con el pedido',
    secret: 'No comparta este código con nadie. Nunca se lo pediremos.',
    notRequested: 'Si no ha solicitado ningún código, puede ignorar este correo.',
    reason: 'Recibe este correo porque se solicitó un código para {email}.',
  },

  sums: {
    heading: 'Resumen',
    quantity: 'Cantidad: {quantity, number}, a {unitPrice} cada unidad',
    discount: 'Descuento',
    fees: 'Gastos de gestión',
    tax: 'Impuestos',
    total: 'Total',
    taxIncluded: 'El total incluye {tax} de impuestos.',
  },

  tickets: {
    title:
      '{tickets, plural, =0 {Su pedido para {event}} one {Su entrada para {event}} many {Sus entradas para {event}} other {Sus entradas para {event}}}',
    summary:
      '{tickets, plural, =0 {Gracias, su pedido está confirmado.} one {Gracias, su pedido está confirmado. Muestre el código QR de su entrada al acceder, en el teléfono o impreso.} many {Gracias, su pedido está confirmado. Muestre el código QR de cada entrada al acceder, en el teléfono o impreso.} other {Gracias, su pedido está confirmado. Muestre el código QR de cada entrada al acceder, en el teléfono o impreso.}}',
    further:
      '{tickets, plural, one {Su pedido incluye # entrada más. Ábralo con el botón de arriba para ver su código QR.} many {Su pedido incluye # de entradas más. Ábralo con el botón de arriba para ver sus códigos QR.} other {Su pedido incluye # entradas más. Ábralo con el botón de arriba para ver sus códigos QR.}}',
    position:
      '{tickets, plural, one {Su entrada} many {Entrada {number, number} de #} other {Entrada {number, number} de #}}',
    qrCode:
      '{tickets, plural, one {Código QR de su entrada} many {Código QR de la entrada {number, number} de #} other {Código QR de la entrada {number, number} de #}}',
    holder: 'Titular',
    bib: 'Dorsal',
    category: 'Categoría',
    status: 'Estado',
    used: 'Ya usada',
    from: 'Desde',
    to: 'Hasta',
    date: 'Fecha',
    time: 'Hora',
    addons: 'Extras',
    units: '{units, plural, one {# unidad} many {# de unidades} other {# unidades}} por canjear',
    unitsLeft: '{left, number} de {units, plural, one {# unidad} many {# de unidades} other {# unidades}} por canjear',
  },

  awaitingPayment: {
    subject: 'Complete el pago para {event}',
    title: 'Pague {amount}',
    summary: 'Su pedido para {event} está reservado, pero aún sin pagar. Realice el pago a {organizer}.',
    summaryUntil:
      'Su pedido para {event} está reservado, pero aún sin pagar. Realice el pago a {organizer} antes del {deadline}.',
    heading: 'Cómo pagar',
    amount: 'Importe',
    accountHolder: 'Titular de la cuenta',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Concepto',
    payBy: 'Pagar antes del',
    enterReference: 'Escriba el concepto exactamente como se muestra, para que podamos asignar el pago a su pedido.',
    instructionsFollow: '{organizer} le dirá cómo pagar. Indique el concepto en su pago.',
    qrCode: 'Código QR para la transferencia',
    scan: 'Las aplicaciones bancarias pueden escanear este código QR (payment.png) para rellenar la transferencia.',
    ticketsFollow: 'Le enviaremos sus entradas por correo en cuanto {organizer} haya confirmado su pago.',
    expires: 'Si el pago no se confirma a tiempo, el pedido caduca y sus entradas vuelven a la venta.',
  },

  cancelled: {
    subject: 'Su pedido para {event} se ha cancelado',
    title: 'Su pedido se ha cancelado',
    summary: '{organizer} ha cancelado su pedido para {event}. No tiene que pagar nada.',
    contact: 'Si ya ha pagado o no esperaba esto, póngase en contacto con {organizer}.',
  },

  refunded: {
    subject: 'Su reembolso para {event}',
    title: 'Su reembolso de {amount}',
    subjectFree: 'Su pedido para {event} ha cambiado',
    titleFree: 'Su pedido ha cambiado',
    summaryFree: '{organizer} ha cancelado una parte de su pedido para {event}.',
    byProvider:
      '{organizer} le reembolsa {amount} de su pedido para {event}. El dinero vuelve al medio de pago que usó, lo que puede tardar hasta 10 días hábiles.',
    byOrganizer:
      '{organizer} le reembolsa {amount} de su pedido para {event}. Recibirá el dinero directamente de {organizer}.',
    byBoth:
      '{organizer} le reembolsa {amount} de su pedido para {event}. {byProvider} vuelven al medio de pago que usó, lo que puede tardar hasta 10 días hábiles. Recibirá {byOrganizer} directamente de {organizer}.',
    note: 'Motivo: {note}',
    allValid: 'Todo lo que era válido en su pedido sigue siéndolo.',
    nothingValid: 'Se ha reembolsado todo su pedido. Sus entradas y los códigos QR ya no son válidos.',
    itemsInvalid: 'Lo reembolsado ya no se puede usar. El resto de su pedido sigue siendo válido.',
    ticketsInvalid:
      '{tickets, plural, one {Esta entrada y su código QR ya no son válidos:} many {Estas entradas y sus códigos QR ya no son válidos:} other {Estas entradas y sus códigos QR ya no son válidos:}}',
    furtherTickets: 'y {tickets, number} más',
    restValid: 'El resto de su pedido sigue siendo válido.',
    bib: 'Dorsal {bib}',
    heading: 'Su reembolso',
    orderTotal: 'Total del pedido',
    thisRefund: 'Este reembolso',
    earlierRefunds: 'Reembolsos anteriores',
    totalAfter: 'Total después de los reembolsos',
  },

  paymentReturned: {
    subject: 'Se le reembolsa el pago para {event}',
    title: 'Se le reembolsa el pago de {amount}',
    summary: 'No hemos podido aceptar su pago de {amount} para {event} y se lo reembolsamos por completo.',
    explanation:
      'Esto ocurre cuando un pago llega después de que el pedido haya caducado y sus entradas se hayan agotado, cuando el pedido ya está pagado o cuando el importe no es correcto. No tiene que hacer nada: el dinero vuelve al medio de pago que usó. Puede tardar hasta 10 días hábiles en llegar.',
  },
} satisfies PartialTranslation<typeof en>;
