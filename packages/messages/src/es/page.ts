import type en from '../en/page.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  testMode: {
    label: 'Modo de prueba',
    notice: 'Esto es una prueba. Los pedidos no son reales y no se mueve dinero.',
  },

  preview: {
    label: 'Vista previa',
    title: 'Vista previa: {event}',
    notice:
      'Este evento no está publicado. Cualquiera que tenga este enlace puede ver esta página hasta el {until}. Aquí no se puede comprar nada.',
    ended: 'Esta vista previa ha terminado',
    endedText:
      'El enlace ha caducado o el evento está archivado. Los miembros del organizador obtienen un enlace nuevo en la página del evento del panel.',
  },

  waitingRoom: {
    title: 'Sala de espera: {event}',
    heading: 'Espere su turno, por favor',
    ahead:
      '{people, plural, =0 {Le toca enseguida.} one {Hay # persona antes que usted.} many {Hay # de personas antes que usted.} other {Hay # personas antes que usted.}}',
    lessThanMinute: 'Menos de un minuto de espera.',
    minutes:
      '{minutes, plural, one {Como máximo # minuto de espera.} many {Como máximo # de minutos de espera.} other {Como máximo # minutos de espera.}}',
    turnAt: 'Su turno llega, como muy tarde, a las <clock>{time}</clock>.',
    keepOpen:
      'Deje esta página abierta. Se actualiza sola y continúa cuando llegue su turno. Solo tiene un lugar, aunque vuelva a abrir la página en este navegador.',
    yourTurn:
      'Entonces tendrá 15 minutos para reservar entradas. Si esta página está cerrada y sigue cerrada durante 5 minutos desde el inicio de su turno, su lugar pasa a la siguiente persona.',
    connectionLost:
      'No se puede acceder al servidor, por lo que esta página puede estar desactualizada. Compruebe su conexión. La página lo intenta de nuevo por sí sola.',
    gatheringHeading: 'La venta aún no ha empezado',
    opensAt: 'Inicio: <clock>{time}</clock>.',
    opening: 'Está empezando.',
    gatheringOrder:
      'Al inicio se sortea el orden entre todas las personas que esperan aquí. Da igual cuándo haya llegado. Quienes lleguen después esperan detrás.',
    soldOutHeading: 'Agotado',
    soldOut:
      'Todas las entradas están vendidas y la sala de espera está cerrada. Si se devuelven entradas, vuelven a la venta y esta página continúa.',
    busyHeading: 'Un momento',
    busy: 'En el último minuto han llegado muchas personas desde su red. Esta página lo intenta de nuevo por sí sola.',
    lost: {
      too_late: 'Era su turno, pero esta página estuvo cerrada demasiado tiempo. Tiene un lugar nuevo.',
      ended: 'Su tiempo para reservar entradas ha terminado. Tiene un lugar nuevo.',
    },
    updated: 'Actualizado a las <clock>{time}</clock>',
  },

  language: 'Idioma',
  reload: '¿No ocurre nada? Vuelva a cargar la página.',
  about: 'Acerca de este evento',
  needsScript:
    'Para comprar entradas aquí se necesita JavaScript. Permítalo para esta página o ábrala en otro navegador.',
  openingOrder: 'Abriendo su pedido…',
  orderNeedsScript:
    'Para abrir un pedido se necesita JavaScript. Permítalo para esta página o ábrala en otro navegador. Sus entradas también están en el correo que contenía este enlace.',
  findTickets: '¿Ya hizo un pedido? Busque sus entradas',
  soldBy: 'Entradas vendidas por <name>{organizer}</name>',
  links: {
    website: 'Sitio web',
    contact: 'Contacto',
    imprint: 'Aviso legal',
    terms: 'Condiciones',
    privacy: 'Privacidad',
  },
  summary: 'Entradas para {event}. {whenAndWhere}',
  notFound: 'Evento no encontrado',
  notFoundHeading: 'Aquí no hay ningún evento',
  notFoundText:
    'Es posible que la dirección esté mal escrita o que las entradas ya no estén a la venta. Compruebe el enlace o consulte al organizador que se lo dio.',
  notFoundTickets: '¿Ya tiene entradas? El enlace de su correo de confirmación sigue llevando a ellas.',
} satisfies PartialTranslation<typeof en>;
