import type en from '../en/checkout.ts';
import type { PartialTranslation } from '../texts.ts';
import answers from './answers.ts';
import formats from './formats.ts';

export default {
  formats,

  oneMoment: 'Un momento…',
  pleaseWait: 'Espere, por favor…',
  tryAgain: 'Intentar de nuevo',
  progress: 'Progreso',
  steps: { tickets: 'Entradas', details: 'Datos', pay: 'Pago', done: 'Listo' },
  stepDone: ', completado',
  total: 'Total',
  free: 'Gratis',
  continue: 'Continuar',
  change: 'Cambiar',
  optional: '(opcional)',
  email: 'Correo electrónico',
  yourOrder: 'Su pedido',
  order: 'Pedido {number}',
  chooseTickets: 'Elegir entradas',
  or: 'o',

  failures: {
    fieldErrors: {
      required: 'Rellene este campo.',
      too_long:
        'Escriba como máximo {lengthMax, plural, one {# carácter} many {# de caracteres} other {# caracteres}}.',
      invalid_character: 'Este texto contiene un carácter que no está permitido.',
      not_deliverable: 'Escriba una dirección que pueda recibir correo, como nombre@example.com.',
      too_many_tickets:
        'Un pedido puede tener como máximo {quantityMax, plural, one {# entrada} many {# de entradas} other {# entradas}}.',
      unknown_offer: 'Esto ya no está a la venta.',
      below_order_minimum: 'Un pedido debe incluir al menos {quantityMin, number} de {name}.',
      above_order_maximum: 'Un pedido puede incluir como máximo {quantityMax, number} de {name}.',
      above_holder_maximum: 'Cada persona puede tener como máximo {quantityMax, number} de {name}.',
      no_longer_sold: '{name} ya no está a la venta.',
      sale_not_started: '{name}: a la venta a partir del {salesStartAt}.',
      sale_ended: '{name}: estuvo a la venta hasta el {salesEndAt}.',
      sold_out: '{name}: agotado.',
      not_enough_left: '{name}: {available, plural, one {solo queda #} many {solo quedan #} other {solo quedan #}}.',
      wrong_type: '{type, select, number {Escriba un número.} other {Este valor no es válido.}}',
      wrong_format: 'Este valor no tiene el formato solicitado.',
      too_short: 'Escriba al menos {lengthMin, plural, one {# carácter} many {# de caracteres} other {# caracteres}}.',
      below_minimum: 'Escriba como mínimo {minimum, number}.',
      above_maximum: 'Escriba como máximo {maximum, number}.',
      too_few_items: 'Elija como mínimo {itemsMin, number}.',
      too_many_items: 'Elija como máximo {itemsMax, number}.',
      not_a_date: 'Escriba una fecha completa: día, mes y año.',
      date_too_early: 'La fecha más temprana posible es el {date}.',
      date_too_late: 'La fecha más tardía posible es el {date}.',
      not_a_phone_number: 'Escriba un número de teléfono con el prefijo del país, como +34 612 345 678.',
      not_an_email: 'Escriba una dirección de correo, como nombre@example.com.',
      too_young:
        'Para {name} hay que tener al menos {age, plural, one {# año} many {# de años} other {# años}} el {onDate}.',
      too_old:
        'Para {name} hay que tener como máximo {age, plural, one {# año} many {# de años} other {# años}} el {onDate}.',
    },
    invalidField: 'Este valor no es válido.',
    invalidFields: 'Corrija lo que está marcado abajo.',
    problems: {
      order_too_expensive: 'Un pedido puede costar como máximo {amount}. Reduzca las cantidades.',
      network_holds_too_much:
        'Sin pagar, {unitsMax, plural, one {se puede reservar como máximo # entrada o extra} many {se pueden reservar como máximo # de entradas y extras} other {se pueden reservar como máximo # entradas y extras}} a la vez. Pague o cancele otra reserva, o espere a que caduque.',
      ipv6_network_holds_too_much:
        'Sin pagar, {unitsMax, plural, one {se puede reservar como máximo # entrada o extra} many {se pueden reservar como máximo # de entradas y extras} other {se pueden reservar como máximo # entradas y extras}} a la vez. Pague o cancele otra reserva, o espere a que caduque.',
      email_holds_too_much:
        'Sin pagar, {unitsMax, plural, one {se puede reservar como máximo # entrada o extra} many {se pueden reservar como máximo # de entradas y extras} other {se pueden reservar como máximo # entradas y extras}} a la vez. Pague o cancele otra reserva, o espere a que caduque.',
      unverified_email_holds_too_much:
        'Sin pagar, {unitsMax, plural, one {se puede reservar como máximo # entrada o extra} many {se pueden reservar como máximo # de entradas y extras} other {se pueden reservar como máximo # entradas y extras}} a la vez. Pague o cancele otra reserva, o espere a que caduque.',
      order_holds_too_much:
        'Un pedido sin pagar puede tener como máximo {unitsMax, plural, one {# entrada o extra} many {# de entradas y extras} other {# entradas y extras}}. Reduzca las cantidades o consulte al organizador.',
      manual_orders_hold_too_much:
        'Demasiados pedidos de su red esperan una transferencia. Elija otra forma de pago o consulte al organizador.',
      published_event_not_found: 'Las entradas para este evento ya no están a la venta.',
      answers_closed: 'Las respuestas de este pedido ya no se pueden cambiar aquí. Consulte al organizador.',
      order_not_found: 'No hay ningún pedido {orderNumber} a su nombre.',
      reservation_not_found:
        'El enlace al pedido {orderNumber} ya no es válido. Abra el enlace del correo más reciente sobre él o haga un pedido nuevo.',
      order_not_payable:
        '{status, select, expired {El pedido {orderNumber} ha caducado.} other {El pedido {orderNumber} ya no se puede pagar.}}',
      sale_closed: 'Las entradas para este evento ya no están a la venta. No se ha cobrado nada.',
      payment_rejected: 'No se pudo iniciar el pago. No se ha cobrado nada. Elija otra forma de pago.',
      no_payment_method: 'El organizador no ha configurado ninguna forma de pago. Pregúntele cómo pagar.',
      token_of_other_email: 'Este pedido se hizo con otra dirección de correo.',
      wrong_code: 'El código es incorrecto, ya se usó o ha caducado. Compruébelo o solicite uno nuevo.',
      request_limit_reached:
        'Han llegado demasiadas solicitudes desde su red. Inténtelo de nuevo dentro de {retryAfterSeconds, plural, one {# segundo} many {# de segundos} other {# segundos}}.',
      code_request_limit_reached:
        'Ha solicitado demasiados códigos para esta dirección de correo. Inténtelo de nuevo dentro de una hora.',
      email_code_limit_reached:
        'Se han enviado demasiados códigos a esta dirección de correo. Inténtelo de nuevo dentro de una hora.',
      server_overloaded:
        'En este momento hay demasiadas personas comprando entradas. Inténtelo de nuevo en unos instantes.',
      offers_changing:
        'En este momento hay demasiadas personas comprando entradas. Inténtelo de nuevo en unos instantes.',
      payment_provider_unavailable:
        'El servicio de pago no está disponible en este momento. No se ha cobrado nada. Inténtelo de nuevo en unos instantes.',
    },
    problem: 'El servidor ha devuelto un error ({status}). Inténtelo de nuevo.',
    unavailable: 'El servidor no está disponible en este momento. Inténtelo de nuevo en unos instantes.',
    timeout:
      'El servidor no ha respondido en {seconds, plural, one {# segundo} many {# de segundos} other {# segundos}}. Compruebe su conexión e inténtelo de nuevo.',
    unreachable: 'No se puede acceder al servidor. Compruebe su conexión e inténtelo de nuevo.',
    onPage: 'Se ha producido un error en esta página. Inténtelo de nuevo.',
  },

  offers: {
    heading: 'Elija sus entradas',
    closedHeading: 'Entradas',
    otherTickets: 'Otras entradas',
    extras: 'Extras',
    saleClosed: {
      not_started: 'Inicio de la venta: {time}.',
      sold_out: 'Las entradas de este evento están agotadas. Las entradas devueltas vuelven a venderse aquí.',
      ended: 'La venta de entradas para este evento ha terminado.',
      no_tickets: 'Todavía no hay entradas para este evento.',
    },
    closed: { on_sale: '', sold_out: 'Agotado', not_started: 'Aún no está a la venta', ended: 'Venta terminada' },
    onSaleFrom: 'A la venta a partir del {time}',
    onSaleUntil: 'A la venta hasta el {time}',
    ages: {
      from: 'Edad mínima: {minimum, number}',
      to: 'Edad máxima: {maximum, number}',
      between: 'Edad: {minimum, number}–{maximum, number}',
    },
    starts: 'Inicio: {time}',
    atLeast: 'Mínimo {quantity, number} por pedido',
    placesLeft: '{quantity, plural, one {Queda # plaza} many {Quedan # de plazas} other {Quedan # plazas}}',
    atMost: 'Máximo {quantity, number} por pedido.',
    reducedTo: 'Máximo {max, number} por pedido. Se ha cambiado {quantity, number} por {max, number}.',
    forPersons: 'Se eligen para cada persona en el paso siguiente: {names}.',
    usesEach: '{uses, plural, one {# uso por unidad} many {# de usos por unidad} other {# usos por unidad}}',
    quantity: 'Cantidad: {name}',
    oneLess: 'Uno menos: {name}',
    oneMore: 'Uno más: {name}',
    shortage:
      '{available, plural, =0 {Agotado. Ha elegido {quantity, number}.} one {Solo queda #. Ha elegido {quantity, number}.} many {Solo quedan #. Ha elegido {quantity, number}.} other {Solo quedan #. Ha elegido {quantity, number}.}}',
    take: 'Elegir {quantity, number}',
    remove: 'Quitar',
    soldOut: '{count, plural, one {Agotado: {names}.} many {Agotados: {names}.} other {Agotados: {names}.}}',
    restUnchanged: 'El resto de su selección no ha cambiado.',
    removedLines:
      '{lines, plural, one {# línea de su selección ya no está a la venta.} many {# de líneas de su selección ya no están a la venta.} other {# líneas de su selección ya no están a la venta.}}',
    nothingChosen: 'Todavía no ha elegido nada.',
    chooseSomething: 'Elija al menos una entrada.',
    ticketCount: '{tickets, plural, one {# entrada} many {# de entradas} other {# entradas}}',
    beforeFees: 'más gastos de gestión',
    feesIncluded: 'Incluye todos los gastos e impuestos.',
    noFees: 'Sin gastos adicionales.',
    calculating: 'Calculando el total…',
    calculateAgain: 'Volver a calcular el total',
    unpayable:
      'Por el momento, estas entradas no se pueden pagar aquí: el organizador no ha configurado ninguna forma de pago.',
    askOrganizer: 'Consulte al organizador.',
    contactOrganizer: 'Póngase en contacto con el organizador:',
  },

  receipt: { discount: 'Descuento', fees: 'Gastos de gestión', tax: 'Impuestos', taxIncluded: 'Impuestos incluidos' },

  details: {
    heading: 'Sus datos',
    emailHint: 'Enviaremos sus entradas a esta dirección. Antes enviamos un código para asegurarnos de que lleguen.',
    name: 'Nombre',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    phone: 'Teléfono',
    enterEmail: 'Escriba una dirección de correo, como nombre@example.com.',
    enterName: 'Escriba su nombre.',
    holders: 'Nombres en las entradas',
    holderOf: '{ticketType}, entrada {number, number}',
    changeTickets: 'Cambiar las entradas',
    you: 'Quien compra',
    person:
      '{persons, plural, one {Titular de la entrada} many {Persona {number, number} de #} other {Persona {number, number} de #}}',
    copyFirst: 'Copiar de la persona 1',
    copied: 'Copiado de la persona 1. Los consentimientos, la fecha de nacimiento y el sexo no se copian.',
    sameAs:
      'El nombre y la fecha de nacimiento son los mismos que los de la persona {number, number}. Compruebe que nadie figure dos veces.',
    errorOf: '{field}: {error}',
    draftKept: 'Sus datos se han conservado en este navegador (último cambio: {time}).',
    draftDelete: 'Borrarlos',
    draftDeleted: 'Sus datos se han borrado de este navegador.',
  },

  answers: {
    ...answers,
    choose: 'Elija una opción',
    clear: 'Borrar la respuesta',
    accept: 'Acepte esto para continuar.',
    phoneHint: 'Con el prefijo del país, como +34 612 345 678.',
    newTab: '(se abre en una pestaña nueva)',
    street: 'Calle y número',
    postalCode: 'Código postal',
    city: 'Localidad',
    country: 'País',
    guardianName: 'Nombre del padre, la madre o el tutor legal',
    heading: 'Sus respuestas',
    correct: 'Corregir: {person}',
    correctUntil: 'Puede corregirlas hasta el {time}.',
    save: 'Guardar',
    saved: 'Sus respuestas están guardadas.',
    discard: 'No guardar',
  },

  code: {
    label: 'Código de {digits, number} cifras',
    enter: 'Escriba las {digits, number} cifras del correo enviado a {email}.',
    enterNew: 'Confirme otra vez su dirección de correo con el nuevo código que hemos enviado.',
    confirmed: '<b>{email}</b> está confirmada.',
    sending: 'Enviando un código a <b>{email}</b>…',
    sent: 'Hemos enviado un código a {email}.',
    sentHint:
      'Lo hemos enviado a <b>{email}</b>. ¿No ha llegado nada? Mire en la carpeta de correo no deseado o <resend>solicite un código nuevo</resend>.',
    resending:
      'Lo hemos enviado a <b>{email}</b>. ¿No ha llegado nada? Mire en la carpeta de correo no deseado o espere: se está enviando un código nuevo.',
    notSent: 'No se pudo enviar el código.',
    sendAgain: 'Volver a enviar el código',
  },

  pay: {
    heading: 'Pago',
    freeHeading: 'Confirmar el pedido',
    confirm: 'Confirmar el pedido',
    place: 'Pedido con obligación de pago',
    pay: 'Pagar {total}',
    how: '¿Cómo desea pagar?',
    methods: {
      stripe: {
        name: 'Tarjeta o monedero digital',
        hint: 'Paga en la página segura de Stripe y después vuelve aquí.',
      },
      manual: {
        name: 'Pagar directamente al organizador',
        hint: 'Por ejemplo, por transferencia: el siguiente paso indica cómo. Recibirá sus entradas en cuanto el organizador haya confirmado el pago.',
      },
      test: { name: 'Pago de prueba', hint: 'No se cobra nada.' },
    },
    timeLeft: 'Reservado para usted: quedan <b>{time}</b>',
    minutesLeft:
      'Sus entradas siguen reservadas durante {minutes, plural, one {# minuto} many {# de minutos} other {# minutos}}.',
    cancel: 'Cancelar la reserva',
    cancelled: 'Su reserva está cancelada. No se ha cobrado nada.',
    nothingPaid:
      'No se ha pagado nada. Sus entradas siguen reservadas durante el tiempo indicado arriba: puede pagar ahora.',
    expiredHeading: 'Su reserva ha caducado',
    expired: 'El plazo para pagar ha terminado y las entradas vuelven a estar a la venta.',
    expiredUncharged: 'No se ha cobrado nada.',
    expiredMaybePaid:
      'Si su pago se aceptó, recibirá sus entradas o se le devolverá el dinero; en ambos casos le enviamos un correo.',
    reserveAgain: 'Volver a reservar lo mismo',
    reserving: 'Reservando…',
  },

  transfer: {
    label: 'Cómo pagar',
    accountHolder: 'Titular de la cuenta',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Importe',
    reference: 'Concepto',
    payBy: 'Pagar antes del',
    qrCode: 'Código QR para una transferencia de {amount}',
    scan: 'Escanee este código con la aplicación de su banco.',
  },

  copy: { copy: 'Copiar', copied: 'Copiado', copyWhat: 'Copiar: {what}', wasCopied: 'Copiado.' },

  placedOrder: {
    heading: '{tickets, plural, =0 {Su pedido} one {Su entrada} many {Sus entradas} other {Sus entradas}}',
    refundedHeading: 'Este pedido se ha reembolsado',
    refunded: 'Importe reembolsado de este pedido: {amount}.',
    ticketsNotValid: 'Las entradas ya no son válidas.',
    thanks:
      '{tickets, plural, =0 {Gracias.} one {Gracias. Muestre el código QR al acceder, en el teléfono o impreso.} many {Gracias. Muestre el código QR de cada entrada al acceder, en el teléfono o impreso.} other {Gracias. Muestre el código QR de cada entrada al acceder, en el teléfono o impreso.}}',
    sentTo: 'También enviamos todo a <b>{email}</b>.',
    addToCalendar: 'Añadir al calendario',
    print: 'Imprimir',
    buyMore: 'Comprar más entradas',
    saved: 'Su pedido {number} está guardado.',
    show: 'Mostrar el pedido',
    confirmingHeading: 'Confirmando su pago',
    confirming: 'Ha pagado. Estamos esperando la confirmación, que tarda unos segundos.',
    awaitingConfirmation: 'Esperando la confirmación de su pago.',
    notConfirmedHeading: 'Su pago aún no está confirmado',
    notConfirmed: 'Su pago aún no está confirmado.',
    confirmedLater:
      'Puede tardar unos minutos. Puede cerrar esta página: sus entradas se envían por correo a <b>{email}</b> en cuanto llegue el pago.',
    confirmedLaterByEmail:
      'Puede tardar unos minutos. Puede cerrar esta página: sus entradas se le envían por correo en cuanto llegue el pago.',
    check: 'Comprobar de nuevo',
    checking: 'Comprobando…',
    unchanged: 'Todavía no ha cambiado nada. Sus entradas llegarán por correo en cuanto se confirme el pago.',
    transferHeading: 'Transfiera {amount} para recibir sus entradas',
    payHeading: 'Pague {amount} para recibir sus entradas',
    placedHeading: 'Hemos recibido su pedido',
    unpaidHeading: 'Este pedido aún no está pagado',
    reservedUntil: 'Sus entradas están reservadas hasta el <b>{time}</b>.',
    sentWhenConfirmed: 'Las enviamos a <b>{email}</b> en cuanto el organizador haya confirmado su pago.',
    orderWithTotal: 'Pedido <b>{number}</b>, {total}',
    questions: '¿Tiene preguntas sobre el pago? Consulte al organizador:',
    expiredHeading: 'Este pedido ha caducado',
    expired:
      'No se pagó a tiempo y sus entradas han vuelto a la venta. Si pagó más tarde, recibirá sus entradas o se le devolverá el dinero.',
    cancelledHeading: 'Este pedido se ha cancelado',
    cancelled: 'Sus entradas no son válidas.',
    wasRefunded: 'Importe reembolsado: {amount}.',
  },

  ticket: {
    name: '{tickets, plural, one {Entrada} many {Entrada {number, number} de #} other {Entrada {number, number} de #}}',
    qrCode:
      '{tickets, plural, one {Código QR de la entrada, {ticketType}} many {Código QR de la entrada {number, number} de #, {ticketType}} other {Código QR de la entrada {number, number} de #, {ticketType}}}',
    drawQrCode: 'Mostrar el código QR',
    status: { valid: '', used: 'Usada', void: 'No válida' },
    holder: 'Titular',
    bib: 'Dorsal',
    category: 'Categoría',
    code: 'código de la entrada',
    uses: '{uses, plural, one {# uso en total} many {# de usos en total} other {# usos en total}}',
    usesLeft: 'restantes: {left, number} de {uses, plural, one {# uso} many {# de usos} other {# usos}}',
  },

  lookup: {
    heading: 'Abrir el pedido {number}',
    emailHint: 'La dirección de correo de su pedido. Le enviamos un código para que nadie más pueda ver sus entradas.',
    open: 'Abrir el pedido',
    enterEmail: 'Escriba la dirección de correo de su pedido.',
    enterConfirmedEmail: 'Escriba la dirección a la que se envió la confirmación.',
    notFound: 'No hay ningún pedido {number} para {email}.',
    findHeading: 'Buscar sus entradas',
    find: 'Buscar mis entradas',
    noOrders: 'Aquí no hay ningún pedido para {email}. Quizá usó otra dirección de correo.',
    ordersHeading: 'Sus pedidos',
    status: {
      pending: 'aún sin pagar',
      paid: '',
      partially_refunded: '',
      refunded: 'reembolsado',
      cancelled: 'cancelado',
      expired: 'caducado',
    },
    linkInvalid:
      'Este enlace ya no es válido. Abra el enlace del correo más reciente o escriba la dirección de correo de su pedido.',
  },

  preview: {
    prices: 'Una vista previa no calcula gastos ni impuestos.',
    notForSale:
      'Esto es una vista previa: no se puede comprar nada. En la página publicada, los compradores escriben sus datos a continuación.',
  },
} satisfies PartialTranslation<typeof en>;
