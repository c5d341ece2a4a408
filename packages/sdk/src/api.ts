// Written by "npm run openapi" from the documents in openapi/. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.
export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what your key may do
         * @description The key of the request and its organizer. Every valid key can call this, also one without scopes.
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Your events, newest first, each with its ticket types. With a publishable key: published events only, without stock numbers.
         *
         *     With `updatedSince`, events are sorted by their last change, oldest first. Sales do not change `updatedAt`, so these events have no `sold`, `reserved`, `available` and `soldOut`. With a publishable key, an event that is no longer published is left out.
         *
         *     **Scope:** `events:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Creates an event and its settlement. The event is a draft unless the body has `"status": "published"`. Nothing can be bought until the event has a ticket type. If a request with an `Idempotency-Key` is repeated within 24 hours, the first response is returned again and nothing is created twice. Error responses are not stored.
         *
         *     If another of your events has the same slug, the response is the error `invalid_state`.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description One event with its ticket types. With a publishable key: published events only, without stock numbers.
         *
         *     **Scope:** `events:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        /**
         * Delete an event that has sold nothing
         * @description Deletes an event that has never sold or reserved anything, with its ticket types and add-ons. If it has an order, also an expired one, a gate, or a waiting room that visitors have entered, the response is the error `invalid_state`: archive it instead. The response is the event as it was.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Change, publish or archive an event
         * @description A JSON merge patch (RFC 7396): absent fields do not change, and `null` clears a field that can be null. A patch that changes nothing succeeds and sends no webhook.
         *
         *     `{"status": "published"}` publishes a draft that has an active ticket type. `{"status": "archived"}` archives an event: it can still be read, but not sold or changed. A published event becomes a draft again only in the dashboard, and only without orders. The currency cannot be changed after the event has an order. Before that, the change also applies to its ticket types, add-ons and settlement; amounts are not converted. Times that end a retention of personal data are refused.
         *
         *     To avoid overwriting other changes, send the `ETag` of a `GET` as `If-Match`. If the event, one of its ticket types or one of its add-ons has changed since then, the response is 412 and nothing is changed. Sales do not change the `ETag`.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        patch: operations["updateEvent"];
        trace?: never;
    };
    "/api/v1/events/{id}/ticket-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a ticket type to an event
         * @description Adds a ticket type to an event that is not archived. It has the currency of the event. By default, it is on sale as soon as the event is published. If a request with an `Idempotency-Key` is repeated within 24 hours, the first response is returned again and nothing is created twice. Error responses are not stored.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["createTicketType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/ticket-types/{ticketTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a ticket type that no order has
         * @description Deletes a ticket type that was never sold or reserved. If an order has it, also an expired one, the response is the error `invalid_state`: archive it instead. The response is `invalid_state`, too, if a question is asked only for certain offers (`offerIds`) and this is one of them, or if a gate admits only certain ticket types: change the question or the gate first. The response is the event.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        delete: operations["deleteTicketType"];
        options?: never;
        head?: never;
        /**
         * Change or archive a ticket type
         * @description A JSON merge patch (RFC 7396): absent fields do not change, and `null` clears a field that can be null. A patch that changes nothing succeeds and sends no webhook.
         *
         *     `{"status": "archived"}` stops its sale, `{"status": "active"}` resumes it. The quantity cannot be lower than the number of sold and reserved units. The prices of existing orders do not change.
         *
         *     To avoid overwriting other changes, send as `If-Match` the `ETag` of the event, or of the response to the last change to the ticket type. If the ticket type has changed since then, the response is 412 and nothing is changed. Sales do not change the `ETag`.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        patch: operations["updateTicketType"];
        trace?: never;
    };
    "/api/v1/events/{id}/addons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an add-on to an event
         * @description Adds an add-on to an event that is not archived. It has the currency of the event. By default, it is on sale as soon as the event is published. If a request with an `Idempotency-Key` is repeated within 24 hours, the first response is returned again and nothing is created twice. Error responses are not stored.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["createAddon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/addons/{addonId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an add-on that no order has
         * @description Deletes an add-on that was never sold or reserved. If an order has it, also an expired one, the response is the error `invalid_state`: archive it instead. The response is `invalid_state`, too, if a question is asked only for certain offers (`offerIds`) and this is one of them, or if a gate admits only certain ticket types: change the question or the gate first. The response is the event.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        delete: operations["deleteAddon"];
        options?: never;
        head?: never;
        /**
         * Change or archive an add-on
         * @description A JSON merge patch (RFC 7396): absent fields do not change, and `null` clears a field that can be null. A patch that changes nothing succeeds and sends no webhook.
         *
         *     `{"status": "archived"}` stops its sale, `{"status": "active"}` resumes it. The quantity cannot be lower than the number of sold and reserved units. The prices of existing orders do not change.
         *
         *     To avoid overwriting other changes, send as `If-Match` the `ETag` of the event, or of the response to the last change to the add-on. If the add-on has changed since then, the response is 412 and nothing is changed. Sales do not change the `ETag`.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        patch: operations["updateAddon"];
        trace?: never;
    };
    "/api/v1/events/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change the event with an externalId
         * @description Creates the event if you have none with this `externalId`: the response is 201. Otherwise changes it: the response is 200, and absent fields keep their values. So a program that is run again creates nothing twice.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        put: operations["upsertEvent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/ticket-types/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change the ticket type with an externalId
         * @description Creates the ticket type if you have none with this `externalId`: the response is 201. Otherwise changes it: the response is 200, and absent fields keep their values. So a program that is run again creates nothing twice.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        put: operations["upsertTicketType"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/addons/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change the add-on with an externalId
         * @description Creates the add-on if you have none with this `externalId`: the response is 201. Otherwise changes it: the response is 200, and absent fields keep their values. So a program that is run again creates nothing twice.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        put: operations["upsertAddon"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the questions of an event
         * @description The questions to buyers and ticket holders in their sequence, including archived ones. With a publishable key: of published events only, without archived questions.
         *
         *     **Scope:** `events:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listQuestions"];
        put?: never;
        /**
         * Add a question to an event
         * @description Adds a question to an event that is not archived. Buyers of a published event are asked from now on.
         *
         *     An answer that a `key` names has a meaning for programs, such as the date of birth. `kind`, `key` and `askedOf` cannot be changed later.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["createQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/questions/{questionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a question
         * @description One question of an event. With a publishable key: of published events only, without archived questions.
         *
         *     **Scope:** `events:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getQuestion"];
        put?: never;
        post?: never;
        /**
         * Delete or archive a question
         * @description Deletes a question that nobody has answered. A question with answers is archived instead: it is no longer asked, and its answers stay. The response is the question; `isArchived` is true if it was kept. If another question depends on it, the response is the error `invalid_state`.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        delete: operations["deleteQuestion"];
        options?: never;
        head?: never;
        /**
         * Change, archive or restore a question
         * @description Absent fields do not change, and `null` clears a field that can be null. `{"isArchived": true}` stops asking the question; its answers stay. An option that `options` leaves out is archived if the question has answers. If another question depends on something that the change removes, the response is the error `invalid_state`.
         *
         *     To avoid overwriting other changes, send the `ETag` of a `GET` of the question as `If-Match`. If the question has changed since then, the response is 412 and nothing is changed.
         *
         *     **Scope:** `events:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        patch: operations["updateQuestion"];
        trace?: never;
    };
    "/api/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Your orders, newest first. With `updatedSince`, they are sorted by their last change, oldest first.
         *
         *     `expand` adds parts of the order detail to each order: `expand=items,tickets` adds the items and the tickets. To copy many orders, read lists with `expand` instead of single orders.
         *
         *     `expand=buyer`, `email` and `q` need the additional scope `orders:read:pii`. Tickets have their personal fields only if `expand` contains both `buyer` and `tickets`. Each order that is returned with its buyer, and each search by `email` or `q`, is written to the audit log before the response is sent; if that fails, the response is 503.
         *
         *     **Scope:** `orders:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order
         * @description Creates an order that you sell yourself, for example at a box office, for a sponsor or in another shop. It has the same stock as the page of the event: if a line exceeds the stock, nothing is created, and the error `sold_out` names the line. Limits of buyers do not apply: the waiting room, the period of sale, and the number of unpaid tickets.
         *
         *     Without `unitPrice`, fees and tax can be added to the prices, as for any order. If a line has a `unitPrice`, they are parts of the prices. The tickets of a `paid` order are issued and mailed to the buyer. A `pending` order is paid with `POST /orders/{orderNumber}/pay`.
         *
         *     If one of your orders has the `externalId`, the response is 409 with its `orderNumber` in `params`, also after it has expired. If an order is never paid, its buyer is removed 7 days after it has expired, and the order after 90 days.
         *
         *     **Scope:** `orders:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description One order with its fee breakdown, items and tickets. The order number can be in upper or lower case.
         *
         *     The additional scope `orders:read:pii`, which only the operator can grant, adds `buyer` to the order, and `holderName`, `bib`, `category`, `qrValue` and `fields` to each ticket. Each read with this scope is written to the audit log before the response is sent; if that fails, the response is 503.
         *
         *     **Scope:** `orders:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the externalId, the metadata and the buyer’s answers of an order
         * @description Absent fields do not change. A key of `metadata` is removed with null, and all keys with null for `metadata`. To avoid overwriting other changes, send the `ETag` of the last response as `If-Match`. `buyer` also needs the scope `orders:read:pii`. The response has no personal fields.
         *
         *     **Scope:** `orders:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/api/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Refunds of orders, newest first: those that you have made, those that were made at the payment provider, lost disputes, and money that was returned because its order could not be paid.
         *
         *     **Scope:** `orders:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a refund
         * @description One refund of an order, with the requests to payment providers.
         *
         *     **Scope:** `orders:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderNumber}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order, in full or in part
         * @description Refunds tickets and quantities of items, an amount, or the whole order. Unused tickets and unconsumed units become void and can be bought again; an amount voids nothing. The buyer gets an e-mail. What was paid through a payment provider is refunded there after the response: `status` is `pending` until then. You pay back `byOrganizer` yourself.
         *
         *     With `dryRun`, nothing is refunded, and the response says what would be.
         *
         *     **Scope:** `orders:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderNumber}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a pending order
         * @description Cancels an order that is not paid, and releases its tickets. To cancel a paid order, refund it.
         *
         *     **Scope:** `orders:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderNumber}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the money for an order
         * @description Records that you have received the total of a pending order, for example by bank transfer. Its tickets are issued and mailed to the buyer, and other payments that the buyer has started are closed.
         *
         *     **Scope:** `orders:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["payOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Payments that buyers have started, and money that you have recorded, newest first. With `updatedSince`, they are sorted by their last change, oldest first. Orders that were imported, sold by hand or free have no payments.
         *
         *     **Scope:** `orders:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description One payment of an order.
         *
         *     **Scope:** `orders:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets
         * @description Issued tickets, newest first. With `updatedSince`, they are in the order of their last change.
         *
         *     **Scope:** `tickets:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a ticket
         * @description One issued ticket. The additional scope `orders:read:pii` adds the `answers` of its holder. Each read with this scope is written to the audit log before the response is sent; if that fails, the response is 503. The response of `getOrder` can contain the other personal fields.
         *
         *     **Scope:** `tickets:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the holder, the externalId and the metadata of a ticket
         * @description Absent fields do not change. A key of `metadata` is removed with null, and all keys with null for `metadata`. To avoid overwriting other changes, send the `ETag` of the last response as `If-Match`. `holderName`, `firstName`, `lastName`, `bib`, `category` and `answers` also need the scope `orders:read:pii`. The response has no personal fields.
         *
         *     **Scope:** `orders:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        patch: operations["updateTicket"];
        trace?: never;
    };
    "/api/v1/events/{id}/bibs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign bibs to the tickets of an event
         * @description Gives start numbers to the tickets without one, to all, or as a file says. Send it with `dryRun` first. Bibs of void tickets are not given to others, unless `PATCH /tickets/{id}` removes them. The tickets are changed in steps of 100; `order.updated` and `ticket.updated` are sent for each. If a request is repeated, it changes nothing more.
         *
         *     **Scope:** `orders:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["assignBibs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attendees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attendees
         * @description Tickets with their holders, their buyers and their add-ons, newest first. With `updatedSince`, they are sorted by their last change, oldest first; a change of the buyer changes `updatedAt` of the tickets. With `q`, the best results are first, and there is no next page.
         *
         *     Each order whose data is returned is written to the audit log before the response is sent, and each search too; if that fails, the response is 503.
         *
         *     **Scope:** `orders:read:pii`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listAttendees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check in a ticket
         * @description Decides whether the holder of a ticket can pass, like a device at a gate. The status is 200 for each decision: read `result` and `reason`. If several requests and devices scan a ticket at the same time, one admits its holder.
         *
         *     If a request fails, **send it again with the same `nonce`**: it returns the same scan, with `replayed`, however late. An `Idempotency-Key` is not needed. With another ticket or direction, the response is 409.
         *
         *     An event without gates gets a gate with the name `API` at the first check-in of one of its tickets. The gate admits each ticket once. If the event has several gates, send `gateId`.
         *
         *     With the scope `orders:read:pii`, the response has the name of the holder, and is written to the audit log before it is sent.
         *
         *     **Scope:** `tickets:write`
         *
         *     **Rate limit:** 1200 requests per minute for each key
         */
        post: operations["checkIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check-ins/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a check-in
         * @description The ticket gets the state that it had before the check-in, which can also be the scan of a device. A repeated request changes nothing. The response has no personal fields.
         *
         *     **Scope:** `tickets:write`
         *
         *     **Rate limit:** 1200 requests per minute for each key
         */
        post: operations["undoCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purchased add-ons
         * @description Purchased add-ons and their remaining units, newest first. With `updatedSince`, they are sorted by their last change, oldest first. Filters can be combined.
         *
         *     A search by `email` reveals whether a person has bought add-ons. Each such search is written to the audit log before the response is sent; if that fails, the response is 503. For a key without the scope `orders:read:pii`, the limit is 30 such searches per minute, and the `RateLimit-*` headers of these responses contain that limit. At a point of sale, search by `qrValue` or `orderNumber`.
         *
         *     **Scope:** `addons:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listEntitlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a purchased add-on
         * @description One purchased add-on and its remaining units.
         *
         *     **Scope:** `addons:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getEntitlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addons/consume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Consume units of a purchased add-on
         * @description Consumes units of an entitlement, once for each `ref`. If a request fails, **send the same request with the same `ref` again, until you get one of the final responses below**. The units are consumed only once, even if several requests arrive.
         *
         *     * **200**: final. The units are consumed; `replayed` is true if an earlier request consumed them.
         *     * **409 `insufficient_units`**: final. Fewer units are left. Nothing was consumed, and the `ref` can be used again.
         *     * **409 `ref_conflict`**: final. The `ref` belongs to another consumption, or its consumption was reversed. Nothing was consumed. To consume units, use a new `ref`.
         *     * **400, 401, 403, 404**: final. Nothing was consumed, and the same request will fail again.
         *     * **429, 500, 503, a timeout or a lost connection**: not final. Send the same request again. If the response has a `Retry-After` header, wait this number of seconds before.
         *
         *     **Scope:** `addons:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["consumeUnits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addons/consumptions/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a consumption
         * @description Returns all units of a consumption, so that they can be consumed again: once, and within the time that the organizer has set (10 minutes by default). If a request fails, send it again: a repeated request changes nothing, and `replayed` is true.
         *
         *     **Scope:** `addons:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["reverseConsumption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consumptions
         * @description Units of purchased add-ons that were consumed, newest first, also those that were reversed.
         *
         *     **Scope:** `addons:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listConsumptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a consumption
         * @description One consumption, and when it was reversed.
         *
         *     **Scope:** `addons:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getConsumption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settlements
         * @description For each event, its revenue, fees and taxes, and the balance that is not paid out yet. Newest first. With `updatedSince`, they are sorted by their last change, oldest first.
         *
         *     **Scope:** `settlements:read`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Your webhook events in the order of their `sequence`, oldest first, without tests of endpoints. To continue later, send the `sequence` of the last event as `after`: no event is left out and none is returned twice. With filters, a page can have fewer rows than `limit` although `hasMore` is true.
         *
         *     A secret key receives the types whose resources it can read: with `orders:read` the events about orders, and so on. Events are stored for 30 days. A position before deleted events is rejected with 410.
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description One webhook event, as it is sent to endpoints.
         *
         *     A secret key receives the types whose resources it can read: with `orders:read` the events about orders, and so on.
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getWebhookEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Your webhook events as server-sent events, each when it is committed, in the order of their `sequence`. The `id` of an event is its `sequence`, `event` its type, and `data` the JSON that is sent to endpoints. If the connection breaks, connect again with the last `id` as `Last-Event-ID`: no event is left out and none is sent twice. Without a position, the stream starts with the next event. About every 15 seconds, a comment and an `id` without data are sent; store this `id` too. A key can have 10 streams in each process of the server. A client that reads nothing for 30 seconds is disconnected.
         *
         *     A secret key receives the types whose resources it can read: with `orders:read` the events about orders, and so on. Events are stored for 30 days. A position before deleted events is rejected with 410.
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["streamWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoints with their health
         * @description Newest first. Deleted endpoints are not in the list. Secrets are never returned again.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create an endpoint
         * @description The response has the secret: store it, it is not shown again. `events` has types, and groups such as `order.*`; without it, the endpoint gets all events, with types that are added later. An `Idempotency-Key` has no effect, because a stored response would contain the secret: if you got no response, list the endpoints before you repeat the request.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint with its health
         * @description With the attempts of the last hours, the deliveries that wait, and the last failure. The secret is not returned.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint and cancel its pending deliveries
         * @description Its deliveries can be read until they are deleted, 30 days after their last change.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change the settings of an endpoint
         * @description Only the fields that you send are changed. Events that were created before are not sent to a changed `events`.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an endpoint
         * @description It gets the events from now on. Those that it has missed are sent only if they are replayed.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an endpoint and cancel its pending deliveries
         * @description It gets no events until it is enabled. A request that is under way is not stopped.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new signing secret
         * @description Until the grace period ends, deliveries are signed with the old secret too.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event with example data to an endpoint
         * @description The event is sent to this endpoint only, also if it does not subscribe to the type. Read the delivery for the response.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Those of the newest event come first. A page searches a limited number of deliveries. With filters that few deliveries match, it can have fewer rows than `limit` although `hasMore` is true.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its event and its attempts
         * @description Each attempt has what was sent and the begin of the response. Values of custom headers are hidden.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again now
         * @description The event has the same `id`, so a receiver that has handled it recognizes it. Attempts continue by the usual schedule.
         *
         *     **Scope:** `webhooks:write`
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a webhook event happen
         * @description Causes a webhook event of this type in the sandbox of the key. For this, it makes the changes that the webhook event reports: it creates an event, sells a ticket and an add-on of it, pays, uses the ticket and so on. The webhook event has real data and is sent like any other, and other webhook events precede it. Each request causes a new one. The response contains the ids of everything that it has made. Any secret key of a sandbox (`sk_test_…`) can do this.
         *
         *     `order.expired` is emitted about a second after the response. `ping` needs an enabled endpoint.
         *
         *     **Rate limit:** 120 requests per minute for each key
         */
        post: operations["triggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/embed/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published events
         * @description Your published events, newest first, each with its ticket types and add-ons, without stock numbers, except `quantityLeft`.
         *
         *     Names, descriptions and categories are in the language that `lang` or `Accept-Language` asks for; a text without a translation is in the default language of its event. `Content-Language` is the language asked for, and absent if there are no texts in it.
         *
         *     With `updatedSince`, events are sorted by their last change, oldest first. Sales do not change `updatedAt`, so these events have no `sold`, `reserved`, `available` and `soldOut`. With a publishable key, an event that is no longer published is left out.
         *
         *     **Scope:** `events:read`
         *
         *     **Rate limit:** 240 requests per minute for each key
         */
        get: operations["listPublishedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/embed/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published event
         * @description One published event with its ticket types and add-ons, without stock numbers, except `quantityLeft`.
         *
         *     Names, descriptions and categories are in the language that `lang` or `Accept-Language` asks for; a text without a translation is in the default language of its event. `Content-Language` is the language asked for, and absent if there are no texts in it.
         *
         *     **Scope:** `events:read`
         *
         *     **Rate limit:** 240 requests per minute for each key
         */
        get: operations["getPublishedEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/embed/v1/events/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the availability of an event
         * @description Returns whether each ticket type and add-on of a published event is sold out, and whether each ticket type is on sale now: it is not sold out, and the current time is within its sales dates. The response is small and can be requested often.
         *
         *     **Scope:** `events:read`
         *
         *     **Rate limit:** 240 requests per minute for each key
         */
        get: operations["getAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published event
         * @description Returns a published event with its ticket types, its add-ons and its organizer, without stock numbers, except `quantityLeft`.
         *
         *     Names, descriptions and categories are in the language that `lang` or `Accept-Language` asks for; a text without a translation is in the default language of its event. `Content-Language` is the language asked for, and absent if there are no texts in it.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        get: operations["getEventOnSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/v1/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a cart
         * @description Returns the current price of a cart, with fees and tax, and the lines that exceed the stock. Nothing is reserved. Names are in the language that `Accept-Language` prefers.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        post: operations["quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/v1/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve tickets and add-ons
         * @description Creates a pending order that holds the stock of all its lines for 10 minutes. If a line exceeds the stock, nothing is held, and the error `sold_out` names the line. Verify the buyer’s e-mail address and pay before `expiresAt`. If `requiresVerifiedEmail` of the quote is true, verify the e-mail address before you reserve, and send the `buyerToken` that `POST /otp/verify` returns. Otherwise the token is optional. If the event has a waiting room, only buyers whom the page of the event has admitted can reserve. E-mails about the order are in the language that `Accept-Language` prefers.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        post: operations["reserve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/v1/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a reservation
         * @description Pays a pending order whose e-mail address is verified. If the order is free, or the method is `test`, the status in the response is `paid`. If the response has a `redirectUrl`, redirect the buyer to it. If the method is `manual`, show `paymentInstructions` to the buyer: the order holds its stock until `expiresAt`, and the organizer records the payment. When the order is paid, its tickets are issued and sent by e-mail.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        post: operations["pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/v1/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a reservation
         * @description Cancels a pending order. Its stock can be bought again immediately.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        post: operations["cancelReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/v1/orders/{orderNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own order
         * @description Returns an order to its buyer, with its tickets, their QR contents, and the remaining units of its add-ons. Send the `reservationToken` of the order, or a `buyerToken` of its e-mail address, as `Authorization: Bearer <token>`. Names are in the language that `lang` or `Accept-Language` asks for, unless the ticket type or add-on was renamed after the sale.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        get: operations["getOwnOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your own answers
         * @description Changes answers of the buyer and of ticket holders until `answersUntil` of the order. Absent answers do not change, and `null` removes one that is not required. Authorize the request as `getOwnOrder`. The response is the order.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        patch: operations["updateOwnOrder"];
        trace?: never;
    };
    "/api/public/v1/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code to an e-mail address
         * @description Sends a code of 6 digits by e-mail, valid for 10 minutes. If an earlier code is still valid, the same code is sent again, and is valid for another 10 minutes, but at most 30 minutes in total. The e-mail is in the language that `Accept-Language` prefers. The response is the same whether or not there are orders with the e-mail address. One IP address can send 5 of these requests a minute, and 5 an hour for one e-mail address. All IP addresses together can send 30 an hour for one e-mail address.
         *
         *     **Rate limit:** 5 requests per minute for each IP address
         */
        post: operations["requestCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/v1/otp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an e-mail address
         * @description Exchanges the code that was sent for a `buyerToken`, valid for 30 minutes, which can be used to pay and read orders of this e-mail address. A code can be tried 5 times from one IP address and 25 times in total. The response is 400 for a wrong, used or expired code and for an e-mail address without a code.
         *
         *     **Rate limit:** 60 requests per minute for each IP address
         */
        post: operations["verifyCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pair a device
         * @description Returns the token of a device for its pairing code. A code can be used once, within 15 minutes.
         *
         *     **Rate limit:** 30 requests per minute for each IP address
         */
        post: operations["pairDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the device and its event
         * @description **Rate limit:** 1200 requests per minute for each device
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/device/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the state of the device
         * @description **Rate limit:** 1200 requests per minute for each device
         */
        post: operations["reportDeviceStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scan a ticket
         * @description Decides whether the holder of a ticket can pass. If several devices scan a ticket at the same time, one admits its holder. If a request fails, send it again with the same `nonce`. With another ticket or direction, the response is 409.
         *
         *     **Scope:** `gate`
         *
         *     **Rate limit:** 1200 requests per minute for each device
         */
        post: operations["scanTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/scans/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send scans that were made without a network
         * @description Stores every scan with the decision of the device and that of the server. `conflict` marks a holder whom the device has admitted and the server would have refused. If a request fails, send all its scans again.
         *
         *     **Scope:** `gate`
         *
         *     **Rate limit:** 1200 requests per minute for each device
         */
        post: operations["sendScans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/scans/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a scan
         * @description The ticket gets the state that it had before the scan. A repeated request changes nothing.
         *
         *     **Scope:** `gate`
         *
         *     **Rate limit:** 1200 requests per minute for each device
         */
        post: operations["undoScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search tickets
         * @description Finds tickets by the names of their holders and buyers, by bibs, order numbers and e-mail addresses. Each search is written to the audit log before the response is sent.
         *
         *     **Scope:** `gate`
         *
         *     **Rate limit:** 120 requests per minute for each device
         */
        get: operations["searchTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the numbers of scans
         * @description **Scope:** `gate`
         *
         *     **Rate limit:** 1200 requests per minute for each device
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/stats/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the numbers of scans
         * @description Server-sent events of the type `stats`: the current numbers, and the new ones after each change.
         *
         *     **Scope:** `gate`
         *
         *     **Rate limit:** 1200 requests per minute for each device
         */
        get: operations["streamStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/offline-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all that is needed to decide without a network
         * @description A signed binary file with the state of every ticket of the event. Names, bibs and categories are encrypted with the QR content of their ticket. `docs/gate.md` describes the format. The header `Bundle-Cursor` is the value of `since` for the next request.
         *
         *     **Scope:** `gate`
         *
         *     **Rate limit:** 12 requests per minute for each device
         */
        get: operations["getOfflineBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gate/v1/entitlements/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find what a guest has bought
         * @description Returns the ticket with this QR content, the add-ons of its holder, and those of its order. The name of the holder is returned only if an add-on belongs to the holder.
         *
         *     **Scope:** `bar`
         *
         *     **Rate limit:** 1200 requests per minute for each device
         */
        post: operations["lookUpEntitlements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was created
         * @description Sent when a buyer reserves tickets or add-ons. The order is `pending` and holds its stock until `expiresAt`. Its tickets are issued when it is paid.
         */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was paid
         * @description Sent once for each order, when it is paid. `data` contains the issued tickets.
         */
        post: operations["onOrderPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was refunded
         * @description Sent for each full or partial refund: see `status`. `refundedTotal` is the sum of all refunds of the order. For each ticket that becomes void, `ticket.voided` is sent too.
         */
        post: operations["onOrderRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was cancelled
         * @description Sent when a pending order is cancelled. Its stock can be bought again.
         */
        post: operations["onOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order expired
         * @description Sent when a pending order was not paid before its `expiresAt`. Its stock can be bought again.
         */
        post: operations["onOrderExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was changed
         * @description Sent when the buyer, `externalId`, `metadata` or `expiresAt` of an order or a field of one of its tickets is changed, by anyone. `changed` names the fields, without their values. For each changed ticket, `ticket.updated` is sent too. A change with an event type of its own, such as a payment, a refund or the use of a ticket, sends only that type.
         */
        post: operations["onOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.anonymized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The personal data of an order was removed
         * @description Sent when the data of the buyer and of the ticket holders of an order was removed: some time after the event, because a person asked for it, or because the order was never paid. Remove them from your copies too. The number, amounts, payments and refunds of the order stay, and its tickets keep their QR codes.
         */
        post: operations["onOrderAnonymized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.disputed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment of an order was disputed
         * @description Sent when the bank of a buyer disputes a payment, and when the dispute has ended: see `dispute.status`. If it is lost, `order.refunded` and `refund.created` are sent too.
         */
        post: operations["onOrderDisputed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The money of a payment was received
         * @description Sent once for each payment of `GET /payments` that becomes `paid`: by a payment provider, or recorded by the organizer. `order.paid` is sent too, unless the order could not be paid: then the money is returned, and `refund.created` is sent. Orders that are free, sold by hand or imported have no payments.
         */
        post: operations["onPaymentReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund was created
         * @description Sent once for each refund of `GET /refunds`: those that you have made, those that were made at the payment provider, lost disputes, and money that is returned because its order could not be paid. `order.refunded` is sent too if there is an `orderNumber`. While `status` is `pending`, the payment provider has not made the refund yet: `refund.succeeded` or `refund.failed` follows.
         */
        post: operations["onRefundCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund succeeded
         * @description Sent when a payment provider has made a refund that was `pending` or had failed, once for each request in `providerRefunds`. A refund that is `succeeded` in `refund.created` sends no more.
         */
        post: operations["onRefundSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund failed
         * @description Sent when a payment provider cannot make a refund, or reports that its money did not reach the buyer. The tickets remain void. Retry the refund in the dashboard, or pay the money back yourself. A retry that fails sends this event again.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was issued
         * @description Sent for each ticket of an order when the order is paid.
         */
        post: operations["onTicketIssued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was used
         * @description Sent when a ticket is used, with the gate at which it was scanned. A use can be undone, which sends `ticket.check_in_undone`. The next use sends this event again. If the holder leaves and enters again, no event is sent.
         */
        post: operations["onTicketUsed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.check_in_undone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The use of a ticket was undone
         * @description Sent when the use of a ticket is undone, for example because the wrong code was scanned. The ticket is valid again.
         */
        post: operations["onTicketCheckInUndone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was voided
         * @description Sent for each ticket that a refund has voided.
         */
        post: operations["onTicketVoided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was changed
         * @description Sent when the holder, the category, the QR code, `externalId` or `metadata` of a ticket is changed, by anyone. `changed` names the fields, without their values; keys with the scope `orders:read:pii` can read them. If the holder of a ticket in the order of somebody else is erased, it names `holderName` and `answers`: read the ticket again, and remove them from your copies too. `order.updated` is sent too. A new status sends `ticket.used`, `ticket.check_in_undone` or `ticket.voided` instead, also if it is changed by hand. A new name of its ticket type sends only `event.updated`.
         */
        post: operations["onTicketUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "addon.granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An add-on was granted
         * @description Sent once for each add-on item of an order, for its complete quantity, when the order is paid. The units can then be consumed.
         */
        post: operations["onAddonGranted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "addon.consumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Units of an add-on were consumed
         * @description Sent for each consumption. `unitsRemaining` is the number of units left; `consumed` is true if `unitsRemaining` is 0.
         */
        post: operations["onAddonConsumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "addon.consumption_reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A consumption was reversed
         * @description Sent when all units of a consumption are returned, for example because the wrong drink was tapped. They can be consumed again.
         */
        post: operations["onAddonConsumptionReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "event.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event was created
         * @description Sent when an event is created, usually as a draft without ticket types.
         */
        post: operations["onEventCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "event.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event was changed
         * @description Sent when an event, a ticket type or an add-on is changed, for example its name, its price or its quantity. Sales do not count as changes. It is also sent when a published event becomes a draft again. Publishing and archiving have separate types; if the same request changes other fields, this type is sent too.
         */
        post: operations["onEventUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "event.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event was published
         * @description Sent when an event becomes public. Its active ticket types can then be bought. If it is published on creation, `event.created` is sent too.
         */
        post: operations["onEventPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "event.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event was archived
         * @description Sent when an event is archived: it can still be read, but its tickets and add-ons can no longer be bought.
         */
        post: operations["onEventArchived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "event.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event was deleted
         * @description Sent when an event that has never sold anything is deleted. `data` is the event as it was.
         */
        post: operations["onEventDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "settlement.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A settlement changed
         * @description Sent when an amount, a number, the status or the currency of a settlement changes, for example after a sale or a refund.
         */
        post: operations["onSettlementUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "settlement.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A settlement was paid out
         * @description Sent when a finalized settlement is completely paid out: its `balance` is zero.
         */
        post: operations["onSettlementPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint was disabled
         * @description Sent to your other endpoints when an endpoint is disabled: by the operator, because it responded with 410, or because every attempt failed for five days. No events are sent to the disabled endpoint until it is enabled again.
         */
        post: operations["onEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint is tested
         * @description Sent when you test an endpoint, only to this endpoint. Respond as to any other event.
         */
        post: operations["onPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The units of an entitlement to consume */
        ConsumeRequest: {
            /**
             * @description Id of the entitlement
             * @example ent_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            entitlementId: string;
            /**
             * Format: int32
             * @description Number of units to consume
             * @example 1
             */
            units: number;
            /**
             * @description Your identifier for the consumption, unique among all your consumptions. To retry a request, send the same `ref`: the units are consumed once. For another consumption, use a new `ref`
             * @example till-3-000412
             */
            ref: string;
        };
        /** @description A consumption, and the current state of its entitlement */
        ConsumeResult: {
            consumption: components["schemas"]["Consumption"];
            entitlement: components["schemas"]["Entitlement"];
            /** @description True if an earlier request consumed the units and this request consumed no units */
            replayed: boolean;
        };
        /** @description Units that were consumed */
        Consumption: {
            /**
             * @description Id of the consumption
             * @example con_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the entitlement
             * @example ent_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            entitlementId: string;
            /**
             * Format: int32
             * @description Number of units that were consumed
             * @example 1
             */
            units: number;
            /**
             * @description Your identifier for the consumption
             * @example till-3-000412
             */
            ref: string;
            /**
             * Format: date-time
             * @description When the units were consumed
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the consumption was reversed, which returned all its units; null if it was not
             * @example 2026-11-20T09:00:00.000Z
             */
            reversedAt: string | null;
        };
        /** @description A reversed consumption, and the current state of its entitlement */
        ConsumptionReversal: {
            consumption: components["schemas"]["Consumption"];
            entitlement: components["schemas"]["Entitlement"];
            /** @description True if an earlier request has reversed the consumption */
            replayed: boolean;
        };
        /** @description A purchased add-on and its remaining units, without personal fields */
        Entitlement: {
            /**
             * @description Id of the entitlement
             * @example ent_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the add-on
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string;
            /**
             * @description Id of the ticket whose holder it belongs to; null for an add-on of the order
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketId: string | null;
            /**
             * @description Name of the add-on when it was granted
             * @example Drink voucher
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type: string;
            /**
             * Format: int64
             * @description Number of purchased units, less refunded units
             * @example 2
             */
            unitsTotal: number;
            /**
             * Format: int64
             * @description Number of consumed units
             * @example 2
             */
            unitsConsumed: number;
            /**
             * Format: int64
             * @description Number of units that are neither consumed nor refunded
             * @example 2
             */
            unitsRemaining: number;
            /** @description Whether no units remain, because all were consumed or refunded */
            consumed: boolean;
            /**
             * Format: date-time
             * @description When the entitlement was granted
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the entitlement last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        /** @description An invalid field */
        FieldError: {
            /**
             * @description Path of the field: a name, or names and positions joined by dots
             * @example items.0.quantity
             */
            path: string;
            /**
             * @description The error of the field, for programs. New codes can be added in the future
             * @example below_minimum
             */
            code: string;
            /**
             * @description The values in `message`, by name
             * @example {
             *       "minimum": 1
             *     }
             */
            params: {
                [key: string]: unknown;
            };
            /**
             * @description The error of the field in English. The text completes a sentence that starts with the field name, or is a full sentence
             * @example must be >= 1
             */
            message: string;
        };
        /** @description A check-in point of an event */
        Gate: {
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the gate
             * @example Main entrance
             */
            name: string;
            /**
             * @description In which direction tickets can be scanned
             * @enum {string}
             */
            direction: "entry" | "exit" | "both";
            /** @description Whether a holder who has left can enter again */
            reentry: boolean;
            /** @description The admitted ticket types; null for all */
            ticketTypeIds: string[] | null;
            /** @description The admitted categories; null for all */
            categories: string[] | null;
            /**
             * Format: date-time
             * @description The time from which holders can enter; null if there is no such limit
             * @example 2026-11-20T09:00:00.000Z
             */
            opensAt: string | null;
            /**
             * Format: date-time
             * @description The time until which holders can enter; null if there is no such limit
             * @example 2026-11-20T09:00:00.000Z
             */
            closesAt: string | null;
        };
        /** @description All that a device needs to know about its event */
        GateContext: {
            device: components["schemas"]["GateDevice"];
            organizer: components["schemas"]["GateOrganizer"];
            event: components["schemas"]["GateEvent"];
            /** @description The gates that the device can use */
            gates: components["schemas"]["Gate"][];
            /** @description The ticket types of the event */
            ticketTypes: components["schemas"]["GateTicketType"][];
            /**
             * Format: int64
             * @description The time within which a consumption can be reversed, in seconds
             * @example 2
             */
            reverseWithinSeconds: number;
            /**
             * @description The public key that verifies offline bundles: Ed25519, 32 bytes in base64
             * @example MCowBQYDK2VwAyEA2i3ZyIR0pEGbNGFdZSbg5SOM2oQ=
             */
            bundleKey: string;
            /**
             * Format: date-time
             * @description The time of the server, from which the device computes by how much its clock is wrong
             * @example 2026-11-20T09:00:00.000Z
             */
            serverTime: string;
        };
        /** @description The scans of one gate */
        GateCounts: {
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            gateId: string;
            /**
             * Format: int64
             * @description Number of entries, without undone ones
             * @example 2
             */
            admitted: number;
            /**
             * Format: int64
             * @description Number of exits, without undone ones
             * @example 2
             */
            exited: number;
            /**
             * Format: int64
             * @description Number of refused scans
             * @example 2
             */
            refused: number;
            /** @description The minutes of the last hour in which tickets were scanned, oldest first */
            minutes: components["schemas"]["GateMinute"][];
        };
        /** @description The device that sends the request */
        GateDevice: {
            /**
             * @description Id of the device
             * @example dev_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the device
             * @example Phone 3
             */
            name: string;
            /** @description `gate`: can scan tickets; `bar`: can hand out add-ons */
            roles: ("gate" | "bar")[];
            /** @description Whether the offline bundle of the device has the names of holders, and the words by which buyers are found, unencrypted. Encrypted names can be read only with the QR code of their ticket */
            carriesNames: boolean;
            /**
             * Format: date-time
             * @description When the token of the device expires
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string;
        };
        /** @description The state of a device */
        GateDeviceStatus: {
            /** @description Charge of the battery from 0 to 1; null if unknown */
            battery: number | null;
            /**
             * @description Version of the app
             * @example 1.4.0
             */
            appVersion: string;
            /**
             * Format: int32
             * @description Number of scans that are not sent yet
             */
            queueLength: number;
        };
        /** @description The event at which the device is used */
        GateEvent: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the event
             * @example Harbor Run
             */
            name: string;
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * Format: date-time
             * @description Start of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description End of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt: string | null;
        };
        /** @description A ticket that was found by a search */
        GateFoundTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description Class of the holder, such as an age group
             * @example W40
             */
            category: string | null;
            /**
             * @description Start number or seat number
             * @example 1042
             */
            bib: string;
            /**
             * @description Name of the holder
             * @example Ada Lovelace
             */
            holderName: string | null;
            /**
             * @description Status of the ticket
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /** @description Whether the holder is inside; null if the ticket was not used */
            inside: boolean | null;
            /** @description The add-ons of the ticket holder */
            addons: components["schemas"]["HolderAddon"][];
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
        };
        /** @description The ticket of a guest at the bar */
        GateLookupRequest: {
            /**
             * @description Content of the QR code
             * @example 7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D
             */
            qrValue: string;
        };
        /** @description What a guest has bought; `ticket` is null for an unknown QR code */
        GateLookupResult: {
            ticket: components["schemas"]["GateTicket"] | null;
            /** @description The add-ons of the ticket holder, and those of the order */
            entitlements: components["schemas"]["Entitlement"][];
        };
        /** @description The scans of one minute */
        GateMinute: {
            /**
             * Format: date-time
             * @description Start of the minute
             * @example 2026-11-20T09:00:00.000Z
             */
            at: string;
            /**
             * Format: int64
             * @description Number of entries, without undone ones
             * @example 2
             */
            admitted: number;
            /**
             * Format: int64
             * @description Number of exits, without undone ones
             * @example 2
             */
            exited: number;
            /**
             * Format: int64
             * @description Number of refused scans
             * @example 2
             */
            refused: number;
        };
        /** @description A scan for which the device decided without the server */
        GateOfflineScan: {
            /**
             * @description Content of the QR code
             * @example 7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D
             */
            qrValue?: string;
            /**
             * @description Id of the ticket, if its QR code was not scanned. Send either `qrValue` or `ticketId`
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketId?: string;
            /**
             * @description Your id of the scan, unique for the device or the API key: 8 to 64 letters, digits, "-" and "_". A repeated request with the same value returns the same scan
             * @example 6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b
             */
            nonce: string;
            /**
             * Format: date-time
             * @description When the ticket was scanned, by the clock of the device
             * @example 2026-11-20T09:00:00.000Z
             */
            scannedAt: string;
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            gateId: string;
            /**
             * @description `entry` or `exit`
             * @enum {string}
             */
            direction: "entry" | "exit";
            /** @description Admits the holder even if the result would be `already_used`, `exited`, `not_open`, `closed` or `wrong_gate`. The scan is stored as forced. A scan that was made without a network at a gate that the device cannot use is not admitted */
            force?: boolean;
            /**
             * @description Always true
             * @example true
             * @constant
             */
            offline: true;
            /**
             * @description What the device decided
             * @enum {string}
             */
            deviceResult: "admitted" | "refused";
            deviceReason: ("already_used" | "void" | "wrong_event" | "wrong_gate" | "not_open" | "closed" | "exited" | "not_inside" | "wrong_direction" | "unknown") | null;
        };
        /** @description The organizer of the event */
        GateOrganizer: {
            /**
             * @description Name of the organizer
             * @example Harbor City Events
             */
            name: string;
        };
        /** @description The code that the dashboard or the command line shows */
        GatePairRequest: {
            /**
             * @description The pairing code; it can have a hyphen or spaces, and upper and lower case do not matter
             * @example K7MP-3XQ9
             */
            code: string;
        };
        /** @description The token of a paired device */
        GatePairing: {
            /**
             * @description The token of the device. An earlier token of the device stops working.
             * @example gd_V1StGXR8Z5jdHi6BmyT3qLw7Yk0NcaE4f2XbPsU
             */
            token: string;
            device: components["schemas"]["GateDevice"];
        };
        /** @description When and where the ticket was used before */
        GatePreviousScan: {
            /**
             * @description Id of the scan; null if the ticket was used without a scan
             * @example scn_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            scanId: string | null;
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            gateId: string | null;
            /**
             * @description Name of the gate
             * @example Main entrance
             */
            gateName: string | null;
            /**
             * @description Name of the device, or of the API key
             * @example Phone 3
             */
            deviceName: string | null;
            /**
             * Format: date-time
             * @description When the ticket was used
             * @example 2026-11-20T09:00:00.000Z
             */
            at: string;
            /**
             * @description `entry` or `exit`
             * @enum {string}
             */
            direction: "entry" | "exit";
        };
        /** @description A scan and its result */
        GateScan: {
            /**
             * @description Id of the scan
             * @example scn_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description `admitted`: the holder can pass; `refused`: the holder cannot
             * @enum {string}
             */
            result: "admitted" | "refused";
            reason: ("already_used" | "void" | "wrong_event" | "wrong_gate" | "not_open" | "closed" | "exited" | "not_inside" | "wrong_direction" | "unknown") | null;
            /**
             * @description `entry` or `exit`
             * @enum {string}
             */
            direction: "entry" | "exit";
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            gateId: string;
            /**
             * Format: date-time
             * @description When the ticket was scanned, by the clock of the device
             * @example 2026-11-20T09:00:00.000Z
             */
            scannedAt: string;
            /**
             * Format: date-time
             * @description When the server received the scan
             * @example 2026-11-20T09:00:00.000Z
             */
            receivedAt: string;
            /** @description Whether the holder was admitted although the ticket would have been refused */
            forced: boolean;
            /** @description Whether the device admitted the holder offline although the server would have refused the ticket */
            conflict: boolean;
            /** @description Whether `scannedAt` is more than 7 days before `receivedAt`, or more than 5 minutes after it, because the clock of the device was wrong. Charts do not contain such scans of devices without a network */
            implausibleTime: boolean;
            /** @description Whether an earlier request with this nonce has created the scan */
            replayed: boolean;
            /**
             * Format: date-time
             * @description When the scan was undone; null if it was not
             * @example 2026-11-20T09:00:00.000Z
             */
            undoneAt: string | null;
            ticket: components["schemas"]["GateTicket"] | null;
            previous: components["schemas"]["GatePreviousScan"] | null;
        };
        /** @description The scans of a device that was offline */
        GateScanBatch: {
            /** @description Scans, oldest first */
            scans: components["schemas"]["GateOfflineScan"][];
        };
        /** @description What the server found for each scan */
        GateScanBatchResult: {
            /** @description The results, in the order of the scans */
            results: components["schemas"]["GateScan"][];
        };
        /** @description A scanned ticket */
        GateScanRequest: {
            /**
             * @description Content of the QR code
             * @example 7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D
             */
            qrValue?: string;
            /**
             * @description Id of the ticket, if its QR code was not scanned. Send either `qrValue` or `ticketId`
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketId?: string;
            /**
             * @description Your id of the scan, unique for the device or the API key: 8 to 64 letters, digits, "-" and "_". A repeated request with the same value returns the same scan
             * @example 6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b
             */
            nonce: string;
            /**
             * Format: date-time
             * @description When the ticket was scanned, by the clock of the device
             * @example 2026-11-20T09:00:00.000Z
             */
            scannedAt: string;
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            gateId: string;
            /**
             * @description `entry` or `exit`
             * @enum {string}
             */
            direction: "entry" | "exit";
            /** @description Admits the holder even if the result would be `already_used`, `exited`, `not_open`, `closed` or `wrong_gate`. The scan is stored as forced. A scan that was made without a network at a gate that the device cannot use is not admitted */
            force?: boolean;
        };
        /** @description Tickets of the event */
        GateSearchResult: {
            /** @description The tickets that were found */
            tickets: components["schemas"]["GateFoundTicket"][];
        };
        /** @description The time of the server */
        GateServerTime: {
            /**
             * Format: date-time
             * @description The time of the server
             * @example 2026-11-20T09:00:00.000Z
             */
            serverTime: string;
        };
        /** @description The scans of the event */
        GateStats: {
            /**
             * Format: int64
             * @description Number of sold tickets, without those that were returned to stock
             * @example 2
             */
            tickets: number;
            /**
             * Format: int64
             * @description Number of entries, without undone ones
             * @example 2
             */
            admitted: number;
            /**
             * Format: int64
             * @description Number of exits, without undone ones
             * @example 2
             */
            exited: number;
            /**
             * Format: int32
             * @description Entries minus exits
             */
            inside: number;
            /**
             * Format: int64
             * @description Number of scans that a device admitted offline although the server would have refused
             * @example 2
             */
            conflicts: number;
            /**
             * @description Number of refused scans by their reason
             * @example {
             *       "already_used": 3
             *     }
             */
            refused: {
                [key: string]: number;
            };
            /** @description The gates of the event */
            gates: components["schemas"]["GateCounts"][];
        };
        /** @description A ticket as a gate shows it */
        GateTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description Class of the holder, such as an age group
             * @example W40
             */
            category: string | null;
            /**
             * @description Start number or seat number
             * @example 1042
             */
            bib: string;
            /**
             * @description Name of the holder
             * @example Ada Lovelace
             */
            holderName: string | null;
            /**
             * @description Status of the ticket
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /** @description Whether the holder is inside; null if the ticket was not used */
            inside: boolean | null;
            /** @description The add-ons of the ticket holder */
            addons: components["schemas"]["HolderAddon"][];
        };
        /** @description A ticket type of the event */
        GateTicketType: {
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            name: string;
        };
        /** @description An add-on of a ticket holder */
        HolderAddon: {
            /**
             * @description Id of the entitlement
             * @example ent_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the item of the order
             * @example itm_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            itemId: string;
            /**
             * @description Id of the add-on
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string;
            /**
             * @description Name of the add-on when it was granted
             * @example Shirt L
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example shirt
             */
            type: string;
            /**
             * Format: int64
             * @description Number of purchased units, less refunded units
             * @example 2
             */
            unitsTotal: number;
            /**
             * Format: int64
             * @description Number of consumed units
             * @example 2
             */
            unitsConsumed: number;
        };
        /** @description An error, as a problem document of RFC 9457. Its extension members are `code`, `reason`, `params`, `requestId` and `errors` */
        Problem: {
            /**
             * Format: uri
             * @description URL of the section about this error in the documentation of this server
             */
            type: string;
            /** @description The error in a few words. It depends only on `code` */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status
             */
            status: number;
            /** @description A sentence in English that states the error and what to do */
            detail: string;
            /**
             * @description The kind of error, for programs
             * @enum {string}
             */
            code: "invalid_request" | "missing_key" | "invalid_key" | "insufficient_scope" | "not_admitted" | "not_found" | "method_not_allowed" | "request_timeout" | "insufficient_units" | "ref_conflict" | "idempotency_conflict" | "capacity_below_sold" | "sold_out" | "price_changed" | "too_many_holds" | "invalid_state" | "events_deleted" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "too_many_failed_attempts" | "headers_too_large" | "internal_error" | "unavailable";
            /**
             * @description The reason, for programs. It is more specific than `code`. `/docs/errors` lists the reasons of each code. New reasons can be added in the future
             * @example order_not_payable
             */
            reason: string;
            /**
             * @description The values in `detail`, by name. With `reason` and these values, a program can write the sentence in another language. Amounts are in minor units, times are RFC 3339 in UTC. No value is personal data
             * @example {
             *       "orderNumber": "7K3Q9MX2PA",
             *       "status": "expired"
             *     }
             */
            params: {
                [key: string]: unknown;
            };
            /** @description The id of the request, as in the header `Request-Id` */
            requestId: string;
            /** @description The invalid fields, if there are any */
            errors?: components["schemas"]["FieldError"][];
        };
        /** @description Why a consumption is reversed */
        ReversalRequest: {
            /**
             * @description Why the consumption is reversed. It is shown in the history of the entitlement
             * @example The wrong drink was selected
             */
            reason: string;
        };
        Addon: {
            /**
             * @description Id of the add-on
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Name shown to buyers
             * @example Drink voucher
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type: string;
            /**
             * Format: int64
             * @description Price of one purchase, in minor units of `currency`
             * @example 4900
             */
            price: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Number of units in one purchase; each unit is consumed separately
             * @example 2
             */
            unitsPerPurchase: number;
            /**
             * @description `order`: it is bought for the order; `holder`: for a ticket holder, in `addons` of the attendee
             * @enum {string}
             */
            assignedTo: "order" | "holder";
            /**
             * Format: int64
             * @description Maximum quantity for each ticket holder; null for an add-on of the order
             * @example 2
             */
            maxPerHolder: number | null;
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited
             * @example 2
             */
            quantity: number | null;
            /**
             * Format: int64
             * @description Sold quantity. It does not change `updatedAt`
             * @example 2
             */
            sold: number;
            /**
             * Format: int64
             * @description Quantity held by pending orders. It does not change `updatedAt`
             * @example 2
             */
            reserved: number;
            /**
             * Format: int64
             * @description Quantity that can be bought now; null: unlimited. It does not change `updatedAt`
             * @example 2
             */
            available: number | null;
            /**
             * @description An archived add-on is not sold
             * @enum {string}
             */
            status: "active" | "archived";
            translations?: components["schemas"]["AddonTranslations"];
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
        };
        AddonAvailability: {
            /**
             * @description Id of the add-on
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /** @description Whether no units are left */
            soldOut: boolean;
        };
        /** @description The body of a webhook of type `addon.consumed` */
        AddonConsumedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "addon.consumed";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Entitlement"];
        };
        /** @description The body of a webhook of type `addon.consumption_reversed` */
        AddonConsumptionReversedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "addon.consumption_reversed";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Entitlement"];
        };
        /** @description The body of a webhook of type `addon.granted` */
        AddonGrantedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "addon.granted";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Entitlement"];
        };
        /** @description The texts in one language */
        AddonTexts: {
            /**
             * @description Name shown to buyers
             * @example Drink voucher
             */
            name?: string;
        };
        /** @description The texts in one language */
        AddonTextsPatch: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name?: string | null;
        };
        /**
         * @description The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language
         * @example {
         *       "de": {
         *         "name": "Getränkegutschein"
         *       }
         *     }
         */
        AddonTranslations: {
            en?: components["schemas"]["AddonTexts"];
            de?: components["schemas"]["AddonTexts"];
            fr?: components["schemas"]["AddonTexts"];
            es?: components["schemas"]["AddonTexts"];
            it?: components["schemas"]["AddonTexts"];
            nl?: components["schemas"]["AddonTexts"];
            pl?: components["schemas"]["AddonTexts"];
        };
        /**
         * @description The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language. Absent languages and texts keep their values; null removes them
         * @example {
         *       "de": {
         *         "name": "Getränkegutschein"
         *       }
         *     }
         */
        AddonTranslationsPatch: {
            en?: components["schemas"]["AddonTextsPatch"] | null;
            de?: components["schemas"]["AddonTextsPatch"] | null;
            fr?: components["schemas"]["AddonTextsPatch"] | null;
            es?: components["schemas"]["AddonTextsPatch"] | null;
            it?: components["schemas"]["AddonTextsPatch"] | null;
            nl?: components["schemas"]["AddonTextsPatch"] | null;
            pl?: components["schemas"]["AddonTextsPatch"] | null;
        };
        AgeClass: {
            /**
             * @description Name of the class
             * @example W35
             */
            name: string;
            sex: ("female" | "male" | "other") | null;
            /**
             * Format: int32
             * @description The lowest age in years; null for no limit
             * @example 35
             */
            minimum: number | null;
            /**
             * Format: int32
             * @description The highest age in years; null for no limit
             * @example 39
             */
            maximum: number | null;
        };
        AgeClassFields: {
            /**
             * Format: visible-text
             * @description Name of the class
             * @example W35
             */
            name: string;
            sex?: ("female" | "male" | "other") | null;
            /**
             * Format: int32
             * @description The lowest age in years; null for no limit
             * @example 35
             */
            minimum?: number | null;
            /**
             * Format: int32
             * @description The highest age in years; null for no limit
             * @example 39
             */
            maximum?: number | null;
        };
        /** @description The age of ticket holders: on which day it counts, also for categories, and its limits. A reservation for a person who is too young or too old is refused */
        AgeRule: {
            /**
             * @description The day on which the age counts: `event`: the day on which the event starts, in its time zone; `yearEnd`: 31 December of that year; `previousYearEnd`: 31 December of the year before; `date`: the date in `date`
             * @enum {string}
             */
            on: "event" | "yearEnd" | "previousYearEnd" | "date";
            /**
             * @description A fixed date, YYYY-MM-DD, for `on` `date`
             * @example 2027-01-01
             */
            date: string | null;
            /**
             * @description When a person who was born on 29 February becomes older in a year without this day: on 28 February or on 1 March
             * @enum {string}
             */
            leapRule: "feb28" | "mar1";
            /**
             * Format: int32
             * @description The lowest age in years; null for no limit
             * @example 18
             */
            minimum: number | null;
            /**
             * Format: int32
             * @description The highest age in years; null for no limit
             * @example 99
             */
            maximum: number | null;
        };
        /** @description The age of ticket holders. By default, it counts on the day of the event (`event`, `mar1`) and has no limits. A limit needs a question with the key `birthDate` that each holder is asked. null: holders can have any age */
        AgeRuleFields: {
            /**
             * @description The day on which the age counts: `event`: the day on which the event starts, in its time zone; `yearEnd`: 31 December of that year; `previousYearEnd`: 31 December of the year before; `date`: the date in `date`
             * @enum {string}
             */
            on?: "event" | "yearEnd" | "previousYearEnd" | "date";
            /**
             * @description A fixed date, YYYY-MM-DD, for `on` `date`
             * @example 2027-01-01
             */
            date?: string | null;
            /**
             * @description When a person who was born on 29 February becomes older in a year without this day: on 28 February or on 1 March
             * @enum {string}
             */
            leapRule?: "feb28" | "mar1";
            /**
             * Format: int32
             * @description The lowest age in years; null for no limit
             * @example 18
             */
            minimum?: number | null;
            /**
             * Format: int32
             * @description The highest age in years; null for no limit
             * @example 99
             */
            maximum?: number | null;
        };
        /** @description An answer of a buyer or a ticket holder, with the label, the version and the language of the question that the person saw. A label without a translation is in the language of the event */
        Answer: {
            /**
             * @description Id of the question. The question may have been deleted
             * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            questionId: string;
            key: ("birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian") | null;
            /**
             * @description What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number
             * @enum {string}
             */
            kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
            /**
             * @description The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`
             * @example T-shirt size
             */
            label: string;
            /**
             * @description The value: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`
             * @example M
             */
            value: string | number | boolean | string[] | {
                [key: string]: string;
            };
            /**
             * @description The answer in words
             * @example Medium
             */
            text: string;
            /**
             * Format: int32
             * @description Raised when the label, the help or an option changes. An answer contains the version that the person saw
             */
            version: number;
            /**
             * @description The language in which the question was shown
             * @example en
             */
            language: string;
            /**
             * Format: date-time
             * @description When the answer was given
             * @example 2026-11-20T09:00:00.000Z
             */
            answeredAt: string;
            withdrawn?: components["schemas"]["WithdrawnConsent"];
        };
        /**
         * @description How the tickets of an event get bibs
         * @example {
         *       "by": "payment",
         *       "dryRun": true
         *     }
         */
        AssignBibs: {
            /**
             * @description The sequence in which tickets get the lowest free numbers of their ticket types, or `file` for the numbers of `csv`. Tickets without a name, a category or an answer are last
             * @enum {string}
             */
            by: "payment" | "name" | "category" | "answer" | "file";
            /**
             * @description For `by: answer`: a question to ticket holders, such as the expected time. Ask for times in one form, such as `hh:mm:ss`. Options are sorted by their codes
             * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            questionId?: string;
            /**
             * @description For `by: file`: a CSV file with commas, semicolons or tabs. The heading of each column says what it is: `bib`, and `ticket` (id), `order` (number) or `name`, in upper or lower case. `birthDate` tells persons of the same name apart: YYYY-MM-DD, or with the day before the month. Names are compared without case and accents. A row without a bib changes nothing. Needs the scope `orders:read:pii`
             * @example order,name,bib
             *     7K3Q9MX2PA,Ada Lovelace,217
             */
            csv?: string;
            /**
             * @description Only tickets of this type. Without effect for a file
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId?: string;
            /** @description Whether tickets that have a bib get a new one. Without effect for a file */
            renumber?: boolean;
            /** @description With `renumber`: whether also bibs change that were given by hand, by a file or by an import. Without effect for a file */
            includeFixed?: boolean;
            /** @description Whether nothing is changed, and the response says what would change */
            dryRun?: boolean;
        };
        /** @description What an assignment of bibs has changed, or would change */
        AssignedBibs: {
            /**
             * Format: int64
             * @description Number of tickets whose bib has changed, or would change
             * @example 2
             */
            changed: number;
            /**
             * Format: int64
             * @description Number of tickets that were changed by another request at the same time. Send the request again
             * @example 2
             */
            notChanged: number;
            /**
             * Format: int64
             * @description Number of tickets that have no bib after this, although their ticket type has bibs
             * @example 2
             */
            withoutBib: number;
            /**
             * Format: int64
             * @description Number of rows of the file that are not applied
             * @example 2
             */
            refused: number;
            /** @description The first changed tickets */
            changes: components["schemas"]["ChangedBib"][];
            /** @description The first rows that are not applied */
            refusedRows: components["schemas"]["RefusedBibRow"][];
        };
        Attendee: {
            /**
             * @description Id of a ticket type in this reservation
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * Format: visible-text
             * @description Name of the attendee
             * @example Ada Lovelace
             */
            holderName?: string | null;
            /**
             * Format: visible-text
             * @description First name of the attendee, together with `lastName` and in place of `holderName`
             * @example Ada
             */
            firstName?: string | null;
            /**
             * Format: visible-text
             * @description Last name of the attendee, together with `firstName`
             * @example Lovelace
             */
            lastName?: string | null;
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "M"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
            /** @description The add-ons of the ticket holder: one line for each add-on */
            addons?: components["schemas"]["CartHolderAddon"][];
        };
        /** @description An add-on of an attendee, or of the order */
        AttendeeAddon: {
            /**
             * @description Id of the entitlement
             * @example ent_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the add-on
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string;
            /**
             * @description Id of the ticket of the attendee; null for an add-on of the order
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketId: string | null;
            /**
             * @description Name of the add-on when it was granted
             * @example Drink voucher
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type: string;
            /**
             * Format: int64
             * @description Number of purchased units, less refunded units
             * @example 2
             */
            unitsTotal: number;
        };
        /** @description The buyer of the order */
        AttendeeBuyer: {
            /**
             * @description E-mail address
             * @example ada.lovelace@example.com
             */
            email: string | null;
            /**
             * @description Name
             * @example Ada Lovelace
             */
            name: string | null;
            /**
             * @description Telephone number
             * @example +49 40 5550123
             */
            phone: string | null;
        };
        AttendeePage: {
            data: components["schemas"]["ListedAttendee"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description Which ticket types and add-ons of a published event can be bought now */
        Availability: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /** @description Whether the event has ticket types and all of them are sold out */
            soldOut: boolean;
            ticketTypes: components["schemas"]["TicketTypeAvailability"][];
            addons: components["schemas"]["AddonAvailability"][];
        };
        /** @description The bibs of its tickets: the lowest free number of the range, or if `first` and `last` are null, the next number of the event. null: no bib */
        Bibs: {
            /**
             * Format: int32
             * @description First bib of the range
             */
            first: number | null;
            /**
             * Format: int32
             * @description Last bib of the range
             */
            last: number | null;
        };
        /** @description The bibs (start numbers) of tickets, assigned when they are paid: the lowest free number of the range, or none if all are taken. If `first` and `last` are null, the next number of the event. null: no bib */
        BibsFields: {
            /**
             * Format: int32
             * @description First bib
             */
            first: number | null;
            /**
             * Format: int32
             * @description Last bib, not below `first`
             */
            last: number | null;
        };
        /** @description The buyer of the order. Lists have no `answers` */
        Buyer: {
            /**
             * @description E-mail address; null if the organizer sold the order by hand without one
             * @example ada.lovelace@example.com
             */
            email: string | null;
            /**
             * @description Name
             * @example Ada Lovelace
             */
            name: string | null;
            /**
             * @description Telephone number
             * @example +49 40 5550123
             */
            phone: string | null;
            /** @description The answers in the sequence of the questions */
            answers?: components["schemas"]["Answer"][];
        };
        /** @description The answers of the buyer to change. Needs the scope `orders:read:pii` */
        BuyerAnswers: {
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "L"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /** @description The buyer */
        BuyerDetails: {
            /**
             * @description E-mail address that the tickets are sent to; it is verified before the order is paid
             * @example ada.lovelace@example.com
             */
            email: string;
            /**
             * Format: visible-text
             * @description Name
             * @example Ada Lovelace
             */
            name?: string | null;
            /**
             * Format: visible-text
             * @description Telephone number
             * @example +49 40 5550123
             */
            phone?: string | null;
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "M"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /** @description An order as it is returned to its buyer */
        BuyerOrder: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description State of the order
             * @enum {string}
             */
            status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the items, in minor units of `currency`
             * @example 4900
             */
            subtotal: number;
            /**
             * Format: int64
             * @description Amount that the buyer pays, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description Amount refunded so far, in minor units of `currency`
             * @example 4900
             */
            refundedTotal: number;
            /**
             * Format: int64
             * @description Number of tickets
             * @example 2
             */
            ticketCount: number;
            /**
             * Format: date-time
             * @description When the order was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the order or one of its tickets last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the order was paid
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When a pending order expires and its stock is released
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
            buyer: components["schemas"]["Buyer"];
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            items: components["schemas"]["OrderItem"][];
            tickets: components["schemas"]["BuyerTicket"][];
            /**
             * Format: date-time
             * @description Until when the answers can be changed with `PATCH`
             * @example 2026-11-20T09:00:00.000Z
             */
            answersUntil: string;
            /** @description The add-ons of the order and their remaining units */
            entitlements: components["schemas"]["Entitlement"][];
            paymentInstructions: components["schemas"]["PaymentInstructions"] | null;
        };
        /** @description A ticket with its personal fields */
        BuyerTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description `valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /**
             * Format: date-time
             * @description Time of issue
             * @example 2026-11-20T09:00:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the ticket, or the name of its type, last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of use
             * @example 2026-11-20T09:00:00.000Z
             */
            usedAt: string | null;
            /**
             * Format: date-time
             * @description When its holder starts; null: with the event
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string | null;
            /**
             * @description Name of the holder
             * @example Ada Lovelace
             */
            holderName: string | null;
            /**
             * @description First name of the holder; null if the name was entered in one field
             * @example Ada
             */
            firstName: string | null;
            /**
             * @description Last name of the holder; null if the name was entered in one field
             * @example Lovelace
             */
            lastName: string | null;
            /**
             * @description Start number or seat number, unique within the event; empty if the ticket has none
             * @example 1042
             */
            bib: string;
            /**
             * @description Class of the holder, such as an age group
             * @example W40
             */
            category: string | null;
            /**
             * @description Content of the QR code. Anyone who shows it at the entrance is admitted.
             * @example 7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D
             */
            qrValue: string;
            /**
             * @description What the holder was asked in the system from which the ticket was imported: the answers by their questions
             * @example {
             *       "T-shirt size": "M"
             *     }
             */
            fields?: {
                [key: string]: string;
            };
            /** @description The answers in the sequence of the questions */
            answers?: components["schemas"]["Answer"][];
            /** @description The add-ons of the ticket holder */
            addons?: components["schemas"]["HolderAddon"][];
        };
        /** @description A token that proves that an e-mail address was verified */
        BuyerToken: {
            /**
             * @description The token that proves that the e-mail address is yours
             * @example byt_3qcK9wYbV0fJ2mQ7dXl5
             */
            buyerToken: string;
            /**
             * Format: date-time
             * @description Time at which the token expires
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string;
        };
        /** @description The reservation to cancel */
        CancelRequest: {
            /**
             * @description Number of the order
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Token of the reservation. A client with this token can pay, cancel and read the order
             * @example rsv_01kamz0g5ve4q8v5x2c4g6t0yd3q8Xb5Q2n7JcZy8L
             */
            reservationToken: string;
        };
        /**
         * @description How to cancel an order
         * @example {
         *       "notifyBuyer": true
         *     }
         */
        Cancellation: {
            /** @description Whether the buyer gets an e-mail */
            notifyBuyer: boolean;
        };
        /** @description A reservation that was cancelled */
        CancelledReservation: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description The order is cancelled, and its stock can be bought again
             * @enum {string}
             */
            status: "cancelled";
        };
        CartAddon: {
            /**
             * @description Id of an add-on of the event
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string;
            /**
             * Format: int32
             * @description Quantity
             * @example 2
             */
            quantity: number;
        };
        CartAttendee: {
            /**
             * @description Id of a ticket type in this cart
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /** @description The add-ons of the ticket holder: one line for each add-on */
            addons?: components["schemas"]["CartHolderAddon"][];
        };
        CartHolderAddon: {
            /**
             * @description Id of an add-on with `assignedTo` `holder`
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string;
            /**
             * Format: int32
             * @description Quantity
             * @example 2
             */
            quantity: number;
        };
        CartTicket: {
            /**
             * @description Id of a ticket type of the event
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * Format: int32
             * @description Quantity
             * @example 2
             */
            quantity: number;
        };
        /** @description How the category of a ticket is computed from the birth date and the sex of its holder when it is paid. Later it changes only by hand, or if a member computes the categories again */
        CategoryRule: {
            /**
             * @description Text before the class, such as a distance
             * @example 21K
             */
            prefix: string | null;
            /**
             * @description Whether a class begins with `W`, `M` or `X` for the sex. The classes of a table have their own sex
             * @example true
             */
            bySex: boolean;
            /**
             * @description `none`: no classes by age; `fiveYears` and `tenYears`: classes such as `W40`, with one class `U20` below 20; `table`: the classes in `table`
             * @enum {string}
             */
            ageClasses: "none" | "fiveYears" | "tenYears" | "table";
            /** @description The first class that fits counts */
            table: components["schemas"]["AgeClass"][];
        };
        /** @description How the category of a ticket is computed when it is paid. It needs questions with the keys `birthDate` and `sex` that each holder is asked, if it uses them. null: the category of the ticket type */
        CategoryRuleFields: {
            /**
             * @description Text before the class, such as a distance
             * @example 21K
             */
            prefix?: string | null;
            /**
             * @description Whether a class begins with `W`, `M` or `X` for the sex. The classes of a table have their own sex
             * @example true
             */
            bySex?: boolean;
            /**
             * @description `none`: no classes by age; `fiveYears` and `tenYears`: classes such as `W40`, with one class `U20` below 20; `table`: the classes in `table`
             * @enum {string}
             */
            ageClasses?: "none" | "fiveYears" | "tenYears" | "table";
            /** @description The classes of `table`; the first one that fits counts */
            table?: components["schemas"]["AgeClassFields"][];
        };
        ChangedAddon: {
            /**
             * @description Id of the add-on
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Name shown to buyers
             * @example Drink voucher
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type: string;
            /**
             * Format: int64
             * @description Price of one purchase, in minor units of `currency`
             * @example 4900
             */
            price: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Number of units in one purchase; each unit is consumed separately
             * @example 2
             */
            unitsPerPurchase: number;
            /**
             * @description `order`: it is bought for the order; `holder`: for a ticket holder, in `addons` of the attendee
             * @enum {string}
             */
            assignedTo: "order" | "holder";
            /**
             * Format: int64
             * @description Maximum quantity for each ticket holder; null for an add-on of the order
             * @example 2
             */
            maxPerHolder: number | null;
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited
             * @example 2
             */
            quantity?: number | null;
            /**
             * @description An archived add-on is not sold
             * @enum {string}
             */
            status: "active" | "archived";
            translations?: components["schemas"]["AddonTranslations"];
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A ticket whose bib changes. `holderName`, `bib` and `newBib` need the scope `orders:read:pii` */
        ChangedBib: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketId: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Name of the holder
             * @example Ada Lovelace
             */
            holderName?: string | null;
            /**
             * @description The bib before; empty: none
             * @example 12
             */
            bib?: string;
            /**
             * @description The new bib; empty: none
             * @example 217
             */
            newBib?: string;
        };
        /** @description An event in a list with `updatedSince`. With a publishable key, it has `questions`. Sales do not change `updatedAt`, so it has no `sold`, `reserved`, `available` and `soldOut`: read the event for these. The other fields are the same as without `updatedSince` */
        ChangedEvent: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name: string;
            /**
             * @description Name of the event in URLs, unique among your events
             * @example harbour-city-marathon-2027
             */
            slug: string;
            /** @description Description */
            description: string | null;
            /**
             * @description An archived event can be read, but its tickets cannot be bought
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * Format: date-time
             * @description When the event starts
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When the event ends
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt: string | null;
            /**
             * @description IANA time zone of the venue
             * @example Europe/Berlin
             */
            timezone: string;
            venue: components["schemas"]["Venue"] | null;
            /** @description URL of the poster image */
            posterUrl: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            ticketTypes: components["schemas"]["ChangedTicketType"][];
            /**
             * @description The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place
             * @example harbour-city-marathon-2027
             */
            publicSlug: string | null;
            /**
             * @description The language of the page and of e-mails for a buyer whose own language is not known, or is none of these
             * @enum {string}
             */
            defaultLanguage: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
            /**
             * @description How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two
             * @enum {string}
             */
            nameFields: "full" | "firstAndLast";
            addons: components["schemas"]["ChangedAddon"][];
            waitingRoom?: components["schemas"]["WaitingRoom"] | null;
            /**
             * Format: date-time
             * @description Until when buyers can change their answers to questions; null: until `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            answersUntil?: string | null;
            /** @description The questions to the buyer and to ticket holders, in their sequence */
            questions?: components["schemas"]["PublicQuestion"][];
            translations?: components["schemas"]["EventTranslations"];
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the event was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the event, a ticket type, an add-on or a question last changed. A sale is not a change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        ChangedTicketType: {
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Name shown to buyers
             * @example Half marathon
             */
            name: string;
            /** @description Description */
            description: string | null;
            /**
             * @description Category, for example the distance of a race or the class of a seat
             * @example 21K
             */
            category: string | null;
            /**
             * Format: int64
             * @description Unit price, in minor units of `currency`
             * @example 4900
             */
            price: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited
             * @example 2
             */
            quantity?: number | null;
            /**
             * Format: int64
             * @description Minimum quantity in one order
             * @example 2
             */
            minPerOrder: number;
            /**
             * Format: date-time
             * @description When sales start; null: as soon as the event is published
             * @example 2026-11-20T09:00:00.000Z
             */
            salesStartAt: string | null;
            /**
             * Format: date-time
             * @description When sales end; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null
             * @example 2026-11-20T09:00:00.000Z
             */
            salesEndAt: string | null;
            /**
             * @description An archived ticket type is not sold
             * @enum {string}
             */
            status: "active" | "archived";
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position: number;
            /**
             * Format: int64
             * @description Maximum quantity in one order; null: 10, or `minPerOrder` if it is greater
             * @example 2
             */
            maxPerOrder: number | null;
            /**
             * Format: date-time
             * @description When its holders start; null: with the event
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string | null;
            /** @description Whether buyers see how many of its tickets are left */
            showsQuantityLeft?: boolean;
            /**
             * @description Whether a reservation must have the name of each ticket holder. `none`: buyers are not asked for it
             * @enum {string}
             */
            holderName: "required" | "optional" | "none";
            ageRule: components["schemas"]["AgeRule"] | null;
            bibs?: components["schemas"]["Bibs"] | null;
            categoryRule?: components["schemas"]["CategoryRule"] | null;
            translations?: components["schemas"]["TicketTypeTranslations"];
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A check-in and its result */
        CheckIn: {
            /**
             * @description Id of the scan
             * @example scn_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description `admitted`: the holder can pass; `refused`: the holder cannot
             * @enum {string}
             */
            result: "admitted" | "refused";
            reason: ("already_used" | "void" | "wrong_event" | "wrong_gate" | "not_open" | "closed" | "exited" | "not_inside" | "wrong_direction" | "unknown") | null;
            /**
             * @description `entry` or `exit`
             * @enum {string}
             */
            direction: "entry" | "exit";
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            gateId: string;
            /**
             * Format: date-time
             * @description When the ticket was scanned, by the clock of the device
             * @example 2026-11-20T09:00:00.000Z
             */
            scannedAt: string;
            /**
             * Format: date-time
             * @description When the server received the scan
             * @example 2026-11-20T09:00:00.000Z
             */
            receivedAt: string;
            /** @description Whether the holder was admitted although the ticket would have been refused */
            forced: boolean;
            /** @description Whether the device admitted the holder offline although the server would have refused the ticket */
            conflict: boolean;
            /** @description Whether `scannedAt` is more than 7 days before `receivedAt`, or more than 5 minutes after it, because the clock of the device was wrong. Charts do not contain such scans of devices without a network */
            implausibleTime: boolean;
            /** @description Whether an earlier request with this nonce has created the scan */
            replayed: boolean;
            /**
             * Format: date-time
             * @description When the scan was undone; null if it was not
             * @example 2026-11-20T09:00:00.000Z
             */
            undoneAt: string | null;
            ticket: components["schemas"]["CheckedInTicket"] | null;
            previous: components["schemas"]["GatePreviousScan"] | null;
        };
        /**
         * @description A scanned ticket. By default it is scanned now, with the direction `entry`, at the only gate of the event that is not archived
         * @example {
         *       "eventId": "evt_01kamz0g5ve4q8v5x2c4g6t0yd",
         *       "qrValue": "7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D",
         *       "nonce": "6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b"
         *     }
         */
        CheckInRequest: {
            /**
             * @description Id of the event. A ticket of another event is refused with `wrong_event`
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Content of the QR code
             * @example 7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D
             */
            qrValue?: string;
            /**
             * @description Id of the ticket, if its QR code was not scanned. Send either `qrValue` or `ticketId`
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketId?: string;
            /**
             * @description Your id of the scan, unique for the device or the API key: 8 to 64 letters, digits, "-" and "_". A repeated request with the same value returns the same scan
             * @example 6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b
             */
            nonce: string;
            /**
             * Format: date-time
             * @description When the ticket was scanned, by the clock of the device
             * @example 2026-11-20T09:00:00.000Z
             */
            scannedAt?: string;
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            gateId?: string;
            /**
             * @description `entry` or `exit`
             * @enum {string}
             */
            direction?: "entry" | "exit";
            /** @description Admits the holder even if the result would be `already_used`, `exited`, `not_open`, `closed` or `wrong_gate`. The scan is stored as forced. A scan that was made without a network at a gate that the device cannot use is not admitted */
            force?: boolean;
        };
        /** @description The ticket. `holderName`, `bib` and `category` need the scope `orders:read:pii` */
        CheckedInTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description Status of the ticket
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /** @description Whether the holder is inside; null if the ticket was not used */
            inside: boolean | null;
            /** @description The add-ons of the ticket holder */
            addons: components["schemas"]["HolderAddon"][];
            /**
             * @description Name of the holder
             * @example Ada Lovelace
             */
            holderName?: string | null;
            /**
             * @description Start number or seat number
             * @example 1042
             */
            bib?: string;
            /**
             * @description Class of the holder, such as an age group
             * @example W40
             */
            category?: string | null;
        };
        ConsumptionPage: {
            data: components["schemas"]["Consumption"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /**
         * @description A new add-on. By default, it is unlimited, and each purchase has one unit
         * @example {
         *       "name": "Drink voucher",
         *       "type": "drink",
         *       "price": 450,
         *       "unitsPerPurchase": 2,
         *       "quantity": 1000
         *     }
         */
        CreateAddon: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type: string;
            /**
             * Format: int64
             * @description Unit price, in minor units of the event's currency
             * @example 4900
             */
            price: number;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * Format: int32
             * @description Number of units in one purchase; each unit is consumed separately
             * @example 2
             */
            unitsPerPurchase?: number;
            /**
             * @description Whether it is bought for the order, or for a ticket holder, such as a shirt; by default `order`. A change concerns later orders
             * @enum {string}
             */
            assignedTo?: "order" | "holder";
            /**
             * Format: int32
             * @description Maximum quantity for each ticket holder, if `assignedTo` is `holder`; null: 1
             */
            maxPerHolder?: number | null;
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units
             * @example 2000
             */
            quantity?: number | null;
            /**
             * @description An archived ticket type or add-on is not sold. It can become active again
             * @enum {string}
             */
            status?: "active" | "archived";
            translations?: components["schemas"]["AddonTranslationsPatch"] | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description A new event. By default, it has your time zone and your currency, and its slug is derived from its name
         * @example {
         *       "name": "Harbour City Marathon 2027",
         *       "description": "Four distances along the harbour",
         *       "startsAt": "2027-05-09T09:00:00+02:00",
         *       "endsAt": "2027-05-09T17:00:00+02:00",
         *       "timezone": "Europe/Berlin",
         *       "venue": {
         *         "name": "Harbour Stadium",
         *         "address": "Quay Street 1",
         *         "city": "Hamburg",
         *         "country": "Germany"
         *       },
         *       "posterUrl": "https://images.example.com/harbour-city-marathon-2027.jpg",
         *       "translations": {
         *         "de": {
         *           "name": "Hafenstadt-Marathon 2027",
         *           "description": "Vier Strecken am Hafen"
         *         }
         *       }
         *     }
         */
        CreateEvent: {
            /**
             * Format: visible-text
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name: string;
            /**
             * Format: date-time
             * @description When the event starts: RFC 3339 with any UTC offset
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string;
            /**
             * @description State of the new event; by default `draft`
             * @enum {string}
             */
            status?: "draft" | "published";
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /**
             * @description Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events
             * @example harbour-city-marathon-2027
             */
            slug?: string;
            /** @description Description */
            description?: string | null;
            /**
             * Format: date-time
             * @description When the event ends: not before `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt?: string | null;
            /**
             * @description IANA time zone of the venue
             * @example Europe/Berlin
             */
            timezone?: string;
            venue?: components["schemas"]["VenueFields"] | null;
            /**
             * @description URL of the poster image. It begins with https:// and contains no user name and no password
             * @example https://images.example.com/harbour-city-marathon-2027.jpg
             */
            posterUrl?: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * @description The language of the page and of e-mails for a buyer whose own language is not known, or is none of these; by default `en`
             * @enum {string}
             */
            defaultLanguage?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
            /**
             * @description How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two. With `firstAndLast`, a name that is required has both parts; by default `full`
             * @enum {string}
             */
            nameFields?: "full" | "firstAndLast";
            waitingRoom?: components["schemas"]["WaitingRoomFields"] | null;
            translations?: components["schemas"]["EventTranslationsPatch"] | null;
            /**
             * Format: date-time
             * @description Until when buyers can change their answers to questions; null: until `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            answersUntil?: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description A new question. By default, it is not required, asked for all ticket types, and after the existing questions
         * @example {
         *       "askedOf": "holder",
         *       "kind": "choice",
         *       "label": "T-shirt size",
         *       "options": [
         *         {
         *           "code": "M",
         *           "label": "Medium"
         *         },
         *         {
         *           "code": "L",
         *           "label": "Large"
         *         }
         *       ],
         *       "isRequired": true
         *     }
         */
        CreateQuestion: {
            /**
             * @description `buyer`: once for each order; `holder`: for each ticket
             * @enum {string}
             */
            askedOf: "buyer" | "holder";
            /**
             * @description What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number
             * @enum {string}
             */
            kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
            key?: ("birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian") | null;
            /**
             * Format: visible-text
             * @description The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`
             * @example T-shirt size
             */
            label: string;
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position?: number;
            /** @description Explanation below the question */
            help?: string | null;
            /**
             * @description Whether it must be answered
             * @example true
             */
            isRequired?: boolean;
            /**
             * @description All options of `choice` and `choices`, in their sequence. An option that is left out is removed, or archived if it was chosen
             * @example [
             *       {
             *         "code": "M",
             *         "label": "Medium"
             *       }
             *     ]
             */
            options?: components["schemas"]["QuestionOptionFields"][] | null;
            minimum?: (number | string) | null;
            maximum?: (number | string) | null;
            /**
             * Format: int32
             * @description The least number of characters (Unicode code points)
             */
            minLength?: number | null;
            /**
             * Format: int32
             * @description The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`
             * @example 40
             */
            maxLength?: number | null;
            /**
             * @description A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups
             * @example [A-Z]{2}\d{6}
             */
            pattern?: string | null;
            default?: (string | number | boolean | string[] | {
                [key: string]: string;
            }) | null;
            shownIf?: components["schemas"]["QuestionConditionFields"] | null;
            /**
             * Format: int32
             * @description The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age
             * @example 17
             */
            maxAge?: number | null;
            /** @description The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them */
            offerIds?: string[] | null;
            /**
             * @description Whether a `consent` is one to advertising. It can then not be required
             * @example false
             */
            isMarketing?: boolean;
            /**
             * Format: int32
             * @description How many days after the end of the event the answers are deleted; null: as all personal data
             * @example 30
             */
            retentionDays?: number | null;
            translations?: components["schemas"]["QuestionTranslationsFields"];
        };
        /**
         * @description A new ticket type. By default, it is unlimited, on sale immediately, and displayed after the existing ones
         * @example {
         *       "name": "Half marathon",
         *       "category": "21K",
         *       "price": 4900,
         *       "quantity": 2000,
         *       "salesStartAt": "2026-09-01T08:00:00.000Z"
         *     }
         */
        CreateTicketType: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name: string;
            /**
             * Format: int64
             * @description Unit price, in minor units of the event's currency
             * @example 4900
             */
            price: number;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /** @description Description */
            description?: string | null;
            /**
             * @description Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading
             * @example 21K
             */
            category?: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units
             * @example 2000
             */
            quantity?: number | null;
            /**
             * Format: int32
             * @description Minimum quantity in one order
             */
            minPerOrder?: number;
            /**
             * Format: int32
             * @description Maximum quantity in one order; values above 1,000 have the effect of 1,000. null: 10, or `minPerOrder` if it is greater
             */
            maxPerOrder?: number | null;
            bibs?: components["schemas"]["BibsFields"] | null;
            /**
             * Format: date-time
             * @description When sales start; null: as soon as the event is published
             * @example 2026-11-20T09:00:00.000Z
             */
            salesStartAt?: string | null;
            /**
             * Format: date-time
             * @description When sales end, not before `salesStartAt`; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null
             * @example 2026-11-20T09:00:00.000Z
             */
            salesEndAt?: string | null;
            /**
             * Format: date-time
             * @description When its holders start, such as a wave of a race; null: with the event. Buyers see it. It does not change sales or gates
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt?: string | null;
            /** @description Whether buyers see how many of its tickets are left, in `quantityLeft`; by default false */
            showsQuantityLeft?: boolean;
            /**
             * @description Whether buyers enter the name of each ticket holder; by default `optional`. `none`: they are not asked. It concerns reservations: orders that you create yourself can always leave names open
             * @enum {string}
             */
            holderName?: "required" | "optional" | "none";
            ageRule?: components["schemas"]["AgeRuleFields"] | null;
            categoryRule?: components["schemas"]["CategoryRuleFields"] | null;
            /**
             * @description An archived ticket type or add-on is not sold. It can become active again
             * @enum {string}
             */
            status?: "active" | "archived";
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position?: number;
            translations?: components["schemas"]["TicketTypeTranslationsPatch"] | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description A new endpoint and its signing secret */
        CreatedWebhookEndpoint: {
            endpoint: components["schemas"]["WebhookEndpointSettings"];
            /**
             * @description The signing secret
             * @example whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==
             */
            secret: string;
            /**
             * @description The Ed25519 public key; null if the endpoint does not use Ed25519
             * @example whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
             */
            publicKey: string | null;
        };
        CustomHeader: {
            /**
             * @description Name of the header
             * @example X-Api-Key
             */
            name: string;
            /**
             * @description Value of the header; without it, a header that is already stored keeps its value
             * @example secret of the receiver
             */
            value?: string;
        };
        /** @description The event of a delivery */
        DeliveredEvent: {
            /**
             * @description Id of the event
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @example order.paid
             */
            type: string;
            /**
             * @description Id of the resource in the event; the number if it is an order
             * @example 7K3Q9MX2PA
             */
            objectId: string | null;
            /** @description Whether the event was sent to test one endpoint */
            isTest: boolean;
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /** @description The JSON that is sent, unchanged */
            body: string;
        };
        /** @description An attempt to send a delivery */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description Start of the attempt
             * @example 2026-11-20T09:00:00.000Z
             */
            startedAt: string;
            /**
             * Format: int64
             * @description Time until the end of the response, in milliseconds
             * @example 2
             */
            latencyMs: number;
            /**
             * Format: int64
             * @description Status of the response; null without a response
             * @example 2
             */
            responseStatus: number | null;
            /** @description The first 4 KiB of the response body; null without a response */
            responseBody: string | null;
            /** @description The error, for human readers; null if the attempt succeeded */
            error: string | null;
            problem: ("redirect" | "unauthorized" | "not_found" | "gone" | "rate_limited" | "rejected" | "server_error" | "timeout" | "connection_refused" | "connection_lost" | "host_unknown" | "unreachable" | "tls" | "private_address" | "invalid_response" | "other") | null;
            /** @description URL of the request */
            requestUrl: string | null;
            /** @description The headers that the service has set. The values of custom headers are hidden */
            requestHeaders: components["schemas"]["RequestHeader"][] | null;
        };
        /** @description A delivery with its event and its attempts */
        DeliveryDetail: {
            /**
             * @description Id of the delivery
             * @example dlv_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the endpoint
             * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            endpointId: string;
            /**
             * @description Id of the event
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Type of the event
             * @example order.paid
             */
            eventType: string;
            /**
             * @description `pending`: there will be an attempt; `failed`: no attempt succeeded; `cancelled`: the endpoint was disabled before it succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            /**
             * Format: int64
             * @description Finished attempts since the delivery was created or last resent
             * @example 2
             */
            attemptCount: number;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if there is none
             * @example 2026-11-20T09:00:00.000Z
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Creation of the delivery
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            endpoint: components["schemas"]["WebhookEndpointSettings"];
            event: components["schemas"]["DeliveredEvent"];
            /** @description The attempts of the last 30 days, oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryPage: {
            data: components["schemas"]["ListedDelivery"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
            /**
             * Format: date-time
             * @description If the page is short because few deliveries match the filters: the time up to which it searched
             * @example 2026-11-20T09:00:00.000Z
             */
            searchedBackTo: string | null;
        };
        /** @description An order with a dispute, without personal fields */
        DisputedOrder: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description State of the order
             * @enum {string}
             */
            status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the items, in minor units of `currency`
             * @example 4900
             */
            subtotal: number;
            /**
             * Format: int64
             * @description Amount that the buyer pays, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description Amount refunded so far, in minor units of `currency`
             * @example 4900
             */
            refundedTotal: number;
            /**
             * Format: int64
             * @description Number of tickets
             * @example 2
             */
            ticketCount: number;
            /**
             * Format: date-time
             * @description When the order was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the order or one of its tickets last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the order was paid
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When a pending order expires and its stock is released
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            items: components["schemas"]["OrderItem"][];
            tickets: components["schemas"]["Ticket"][];
            dispute: components["schemas"]["OrderDispute"];
        };
        /** @description The body of a webhook of type `endpoint.disabled` */
        EndpointDisabledWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "endpoint.disabled";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /** @description The last failed attempt of the last 30 days */
        EndpointFailure: {
            /**
             * @description Id of the delivery
             * @example dlv_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            deliveryId: string;
            /**
             * Format: date-time
             * @description Start of the attempt
             * @example 2026-11-20T09:00:00.000Z
             */
            startedAt: string;
            /**
             * Format: int64
             * @description Status of the response; null without a response
             * @example 2
             */
            responseStatus: number | null;
            /** @description The error, for human readers; null if the attempt succeeded */
            error: string | null;
            problem: ("redirect" | "unauthorized" | "not_found" | "gone" | "rate_limited" | "rejected" | "server_error" | "timeout" | "connection_refused" | "connection_lost" | "host_unknown" | "unreachable" | "tls" | "private_address" | "invalid_response" | "other") | null;
        };
        /** @description The attempts of the last 24 hours, and the queue */
        EndpointHealth: {
            /**
             * Format: int64
             * @description Attempts that succeeded, in the current hour and the 23 hours before it
             * @example 2
             */
            succeeded: number;
            /**
             * Format: int64
             * @description Attempts that failed in this time
             * @example 2
             */
            failed: number;
            /**
             * Format: int64
             * @description Half of the attempts took at most this long, in milliseconds
             * @example 2
             */
            latencyMedianMs: number | null;
            /**
             * Format: int64
             * @description 95 % of the attempts took at most this long, in milliseconds
             * @example 2
             */
            latencyHighMs: number | null;
            /** @description The attempts of each hour, oldest first */
            hours: components["schemas"]["EndpointHour"][];
            queue: components["schemas"]["EndpointQueue"];
            lastFailure: components["schemas"]["EndpointFailure"] | null;
        };
        EndpointHour: {
            /**
             * Format: date-time
             * @description Start of the hour
             * @example 2026-11-20T09:00:00.000Z
             */
            start: string;
            /**
             * Format: int64
             * @description Attempts that succeeded
             * @example 2
             */
            succeeded: number;
            /**
             * Format: int64
             * @description Attempts that failed
             * @example 2
             */
            failed: number;
        };
        /** @description The deliveries that wait for their next attempt */
        EndpointQueue: {
            /**
             * Format: int64
             * @description Pending deliveries, at most 1,000
             * @example 2
             */
            pending: number;
            /** @description Whether there are more than 1,000 */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description Creation of the oldest pending delivery
             * @example 2026-11-20T09:00:00.000Z
             */
            oldestAt: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt
             * @example 2026-11-20T09:00:00.000Z
             */
            nextAttemptAt: string | null;
        };
        /** @description The rate at which deliveries are sent; null for no throttle */
        EndpointThrottle: {
            /**
             * Format: int32
             * @description Maximum number of deliveries in each period, spread evenly
             * @example 10
             */
            deliveries: number;
            /**
             * @description The period
             * @enum {string}
             */
            per: "second" | "minute";
        };
        EntitlementPage: {
            data: components["schemas"]["Entitlement"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description An event as it is returned for a secret key */
        Event: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name: string;
            /**
             * @description Name of the event in URLs, unique among your events
             * @example harbour-city-marathon-2027
             */
            slug: string;
            /** @description Description */
            description: string | null;
            /**
             * @description An archived event can be read, but its tickets cannot be bought
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * Format: date-time
             * @description When the event starts
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When the event ends
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt: string | null;
            /**
             * @description IANA time zone of the venue
             * @example Europe/Berlin
             */
            timezone: string;
            venue: components["schemas"]["Venue"] | null;
            /** @description URL of the poster image */
            posterUrl: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            ticketTypes: components["schemas"]["TicketType"][];
            /**
             * @description The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place
             * @example harbour-city-marathon-2027
             */
            publicSlug: string | null;
            /**
             * @description The language of the page and of e-mails for a buyer whose own language is not known, or is none of these
             * @enum {string}
             */
            defaultLanguage: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
            /**
             * @description How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two
             * @enum {string}
             */
            nameFields: "full" | "firstAndLast";
            addons: components["schemas"]["Addon"][];
            waitingRoom: components["schemas"]["WaitingRoom"] | null;
            translations?: components["schemas"]["EventTranslations"];
            /**
             * Format: date-time
             * @description Until when buyers can change their answers to questions; null: until `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            answersUntil: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the event was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the event, a ticket type, an add-on or a question last changed. A sale is not a change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        /** @description The body of a webhook of type `event.archived` */
        EventArchivedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "event.archived";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Event"];
        };
        /** @description The body of a webhook of type `event.created` */
        EventCreatedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "event.created";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Event"];
        };
        /** @description The body of a webhook of type `event.deleted` */
        EventDeletedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "event.deleted";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Event"];
        };
        /** @description A published event as it is returned to buyers: without stock numbers, except `quantityLeft` */
        EventOnSale: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name: string;
            /**
             * @description Name of the event in URLs, unique among your events
             * @example harbour-city-marathon-2027
             */
            slug: string;
            /** @description Description */
            description: string | null;
            /**
             * @description An archived event can be read, but its tickets cannot be bought
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * Format: date-time
             * @description When the event starts
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When the event ends
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt: string | null;
            /**
             * @description IANA time zone of the venue
             * @example Europe/Berlin
             */
            timezone: string;
            venue: components["schemas"]["Venue"] | null;
            /** @description URL of the poster image */
            posterUrl: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            ticketTypes: components["schemas"]["PublicTicketType"][];
            /**
             * @description The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place
             * @example harbour-city-marathon-2027
             */
            publicSlug: string | null;
            /**
             * @description The language of the page and of e-mails for a buyer whose own language is not known, or is none of these
             * @enum {string}
             */
            defaultLanguage: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
            /**
             * @description How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two
             * @enum {string}
             */
            nameFields: "full" | "firstAndLast";
            addons: components["schemas"]["PublicAddon"][];
            /** @description The questions to the buyer and to ticket holders, in their sequence */
            questions: components["schemas"]["PublicQuestion"][];
            /**
             * Format: date-time
             * @description When the event was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the event, a ticket type, an add-on or a question last changed. A sale is not a change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            organizer: components["schemas"]["PublicOrganizer"];
        };
        EventPage: {
            data: (components["schemas"]["Event"] | components["schemas"]["PublicEvent"] | components["schemas"]["ChangedEvent"])[];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description The body of a webhook of type `event.published` */
        EventPublishedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "event.published";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Event"];
        };
        /** @description The texts in one language */
        EventTexts: {
            /**
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name?: string;
            /** @description Description */
            description?: string;
        };
        /** @description The texts in one language */
        EventTextsPatch: {
            /**
             * Format: visible-text
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name?: string | null;
            /** @description Description */
            description?: string | null;
        };
        /**
         * @description The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language
         * @example {
         *       "de": {
         *         "name": "Hafenstadt-Marathon 2027",
         *         "description": "Vier Strecken am Hafen"
         *       }
         *     }
         */
        EventTranslations: {
            en?: components["schemas"]["EventTexts"];
            de?: components["schemas"]["EventTexts"];
            fr?: components["schemas"]["EventTexts"];
            es?: components["schemas"]["EventTexts"];
            it?: components["schemas"]["EventTexts"];
            nl?: components["schemas"]["EventTexts"];
            pl?: components["schemas"]["EventTexts"];
        };
        /**
         * @description The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language. Absent languages and texts keep their values; null removes them
         * @example {
         *       "de": {
         *         "name": "Hafenstadt-Marathon 2027",
         *         "description": "Vier Strecken am Hafen"
         *       }
         *     }
         */
        EventTranslationsPatch: {
            en?: components["schemas"]["EventTextsPatch"] | null;
            de?: components["schemas"]["EventTextsPatch"] | null;
            fr?: components["schemas"]["EventTextsPatch"] | null;
            es?: components["schemas"]["EventTextsPatch"] | null;
            it?: components["schemas"]["EventTextsPatch"] | null;
            nl?: components["schemas"]["EventTextsPatch"] | null;
            pl?: components["schemas"]["EventTextsPatch"] | null;
        };
        /** @description The body of a webhook of type `event.updated` */
        EventUpdatedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "event.updated";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Event"];
        };
        /** @description `organizerNet` = `total` − `platformFee` − `paymentFee` − `tax` */
        FeeBreakdown: {
            /**
             * Format: int64
             * @description Sum of the items, in minor units of `currency`
             * @example 4900
             */
            subtotal: number;
            /**
             * Format: int64
             * @description Discount on the subtotal, in minor units of `currency`
             * @example 4900
             */
            discount: number;
            /**
             * Format: int64
             * @description The platform's fee, in minor units of `currency`
             * @example 4900
             */
            platformFee: number;
            /**
             * Format: int64
             * @description The payment provider's fee, in minor units of `currency`
             * @example 4900
             */
            paymentFee: number;
            /**
             * Format: int64
             * @description Tax, included in the prices or added to them, in minor units of `currency`
             * @example 4900
             */
            tax: number;
            /**
             * Format: int64
             * @description Amount that the buyer pays, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description The organizer’s share of the total, in minor units of `currency`
             * @example 4900
             */
            organizerNet: number;
            /**
             * @description The party that pays the fees
             * @enum {string}
             */
            paidBy: "buyer" | "organizer";
        };
        ItemToRefund: {
            /**
             * @description Id of an item of the order
             * @example itm_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            itemId: string;
            /**
             * Format: int32
             * @description Quantity to refund
             * @example 1
             */
            quantity: number;
        };
        /** @description A ticket with its holder, and with its buyer and its add-ons. `GET /addons` says which units are left */
        ListedAttendee: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description `valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /**
             * Format: date-time
             * @description Time of issue
             * @example 2026-11-20T09:00:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the ticket, or the name of its type, last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of use
             * @example 2026-11-20T09:00:00.000Z
             */
            usedAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description Name of the holder
             * @example Ada Lovelace
             */
            holderName: string | null;
            /**
             * @description First name of the holder; null if the name was entered in one field
             * @example Ada
             */
            firstName: string | null;
            /**
             * @description Last name of the holder; null if the name was entered in one field
             * @example Lovelace
             */
            lastName: string | null;
            /**
             * @description Start number or seat number, unique within the event; empty if the ticket has none
             * @example 1042
             */
            bib: string;
            /**
             * @description Class of the holder, such as an age group
             * @example W40
             */
            category: string | null;
            /**
             * @description What the holder was asked in the system from which the ticket was imported: the answers by their questions
             * @example {
             *       "T-shirt size": "M"
             *     }
             */
            fields: {
                [key: string]: string;
            };
            /** @description The answers in the sequence of the questions */
            answers: components["schemas"]["Answer"][];
            buyer: components["schemas"]["AttendeeBuyer"];
            /** @description The add-ons of the attendee, and those of the order, which all its tickets have */
            addons: components["schemas"]["AttendeeAddon"][];
        };
        /** @description A delivery with the object of its event */
        ListedDelivery: {
            /**
             * @description Id of the delivery
             * @example dlv_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the endpoint
             * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            endpointId: string;
            /**
             * @description Id of the event
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Type of the event
             * @example order.paid
             */
            eventType: string;
            /**
             * @description `pending`: there will be an attempt; `failed`: no attempt succeeded; `cancelled`: the endpoint was disabled before it succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            /**
             * Format: int64
             * @description Finished attempts since the delivery was created or last resent
             * @example 2
             */
            attemptCount: number;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if there is none
             * @example 2026-11-20T09:00:00.000Z
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Creation of the delivery
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            eventCreatedAt: string;
            /**
             * @description Id of the resource in the event; the number if it is an order
             * @example 7K3Q9MX2PA
             */
            objectId: string | null;
            /** @description Whether the event was sent to test one endpoint */
            isTest: boolean;
        };
        /** @description What a key is and may do */
        Me: {
            organizer: components["schemas"]["MeOrganizer"];
            key: components["schemas"]["MeKey"];
            /**
             * @description Whether the key reads and changes live data or the test data of a sandbox
             * @enum {string}
             */
            mode: "live" | "sandbox";
            limits: components["schemas"]["MeLimits"];
        };
        /** @description The key of the request */
        MeKey: {
            /**
             * @description Id of the key
             * @example key_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description The purpose of the key
             * @example Accounting
             */
            name: string;
            /**
             * @description The kind of key
             * @enum {string}
             */
            kind: "secret" | "publishable";
            /** @description The scopes of the key */
            scopes: ("events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write")[];
            /**
             * Format: date-time
             * @description When the key expires
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
        };
        /** @description The limits of the key */
        MeLimits: {
            /**
             * Format: int64
             * @description Requests with this key to `/api/v1` in a minute
             * @example 2
             */
            apiPerMinute: number;
            /**
             * Format: int64
             * @description Requests with this key to `/api/embed/v1` in a minute
             * @example 2
             */
            embedPerMinute: number;
        };
        /** @description The organizer of the key */
        MeOrganizer: {
            /**
             * @description Id of the organizer
             * @example org_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the organizer
             * @example Harbor City Events
             */
            name: string;
            /**
             * @description Slug of the organizer
             * @example harbor-city-events
             */
            slug: string;
        };
        /** @description The buyer of an order that the organizer creates */
        NewBuyer: {
            /**
             * @description E-mail address that the tickets are sent to. Without one, nothing is mailed
             * @example ada.lovelace@example.com
             */
            email?: string | null;
            /**
             * Format: visible-text
             * @description Name
             * @example Ada Lovelace
             */
            name?: string | null;
            /**
             * Format: visible-text
             * @description Telephone number
             * @example +49 40 5550123
             */
            phone?: string | null;
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "M"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /** @description The rate at which deliveries are sent; null for no throttle */
        NewEndpointThrottle: {
            /**
             * Format: int32
             * @description Maximum number of deliveries in each period, spread evenly
             * @example 10
             */
            deliveries: number;
            /**
             * @description The period
             * @enum {string}
             */
            per: "second" | "minute";
        };
        /**
         * @description An order that you sell yourself, for example at a box office or in another shop
         * @example {
         *       "eventId": "evt_01kamz0g5ve4q8v5x2c4g6t0yd",
         *       "items": [
         *         {
         *           "ticketTypeId": "tty_01kamz0g5ve4q8v5x2c4g6t0yd",
         *           "quantity": 2,
         *           "unitPrice": 4900
         *         }
         *       ],
         *       "expectedTotal": 9800,
         *       "currency": "EUR",
         *       "buyer": {
         *         "email": "ada@example.com",
         *         "name": "Ada Lovelace"
         *       },
         *       "status": "paid",
         *       "externalId": "shop-4711"
         *     }
         */
        NewOrder: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /** @description One line for each ticket type */
            items?: components["schemas"]["SoldTicket"][];
            /** @description One line for each add-on. Those of ticket holders are in `attendees` */
            addons?: components["schemas"]["SoldAddon"][];
            /**
             * Format: int64
             * @description The total that the buyer has seen, in minor units. If the cart has another total, the response is `price_changed`
             * @example 10217
             */
            expectedTotal?: number;
            /**
             * @description The currency of the event. Required if a `unitPrice` is stated
             * @example EUR
             */
            currency?: string;
            buyer: components["schemas"]["NewBuyer"];
            /** @description The attendees, if they are known; a ticket without an attendee has no holder name. In a reservation, each ticket needs an attendee if its type has `holderName` `required`, with both parts of the name if the event has `nameFields` `firstAndLast`, or if its holder must answer a question */
            attendees?: components["schemas"]["SoldAttendee"][];
            /**
             * @description `paid`: you have received the total; `pending`: the order holds its stock until you record the money or it expires
             * @enum {string}
             */
            status: "paid" | "pending";
            /**
             * Format: date-time
             * @description When a pending order expires, at most 30 days from now. By default after 10 minutes
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt?: string;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description What to refund: `ticketIds` and `items`, an `amount` with a `reason`, or `whole`
         * @example {
         *       "amount": 500,
         *       "reason": "The start was an hour late"
         *     }
         */
        NewRefund: {
            /** @description Quantities of items to refund. The quantity of tickets must be all that are left: otherwise, name the tickets */
            items?: components["schemas"]["ItemToRefund"][];
            /** @description Tickets to refund, each once */
            ticketIds?: string[];
            /**
             * Format: int64
             * @description An amount to refund instead of items and tickets. It voids nothing, in minor units of `currency`
             * @example 4900
             */
            amount?: number;
            /**
             * @description Why the amount is refunded. The buyer reads it, and it is in the ledger. Required with `amount`
             * @example The start was an hour late
             */
            reason?: string;
            /** @description Whether everything is refunded that is not refunded yet */
            whole?: boolean;
            /** @description Whether to return only what the refund would do */
            dryRun?: boolean;
        };
        /** @description A new webhook endpoint */
        NewWebhookEndpoint: {
            /**
             * @description URL to which events are sent
             * @example https://hooks.example.org/tickets
             */
            url: string;
            /** @description Event types that the endpoint subscribes to; `order.*` for all types that begin with `order.`, and `["*"]` for all types, also later ones */
            events: string[];
            /**
             * @description Purpose of the endpoint
             * @example Syncs orders into the CRM
             */
            description?: string | null;
            /** @description Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks) */
            ed25519?: boolean;
            /** @description Headers that are added to each delivery. They replace the stored headers. Headers that the service sets itself, such as `webhook-…` and `Content-Type`, are not allowed */
            headers?: components["schemas"]["CustomHeader"][];
            throttle?: components["schemas"]["NewEndpointThrottle"] | null;
            /** @description Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events */
            eventIds?: string[];
        };
        /** @description An order in a list, with the parts selected by `expand` */
        Order: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description State of the order
             * @enum {string}
             */
            status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the items, in minor units of `currency`
             * @example 4900
             */
            subtotal: number;
            /**
             * Format: int64
             * @description Amount that the buyer pays, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description Amount refunded so far, in minor units of `currency`
             * @example 4900
             */
            refundedTotal: number;
            /**
             * Format: int64
             * @description Number of tickets
             * @example 2
             */
            ticketCount: number;
            /**
             * Format: date-time
             * @description When the order was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the order or one of its tickets last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the order was paid
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When a pending order expires and its stock is released
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            buyer?: components["schemas"]["Buyer"];
            feeBreakdown?: components["schemas"]["FeeBreakdown"];
            items?: components["schemas"]["OrderItem"][];
            tickets?: components["schemas"]["OrderTicket"][];
        };
        /** @description The body of a webhook of type `order.anonymized` */
        OrderAnonymizedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.anonymized";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderSnapshot"];
        };
        /** @description The body of a webhook of type `order.cancelled` */
        OrderCancelledWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.cancelled";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderSnapshot"];
        };
        /** @description The body of a webhook of type `order.created` */
        OrderCreatedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.created";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderSnapshot"];
        };
        /** @description An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds` */
        OrderDetail: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description State of the order
             * @enum {string}
             */
            status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the items, in minor units of `currency`
             * @example 4900
             */
            subtotal: number;
            /**
             * Format: int64
             * @description Amount that the buyer pays, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description Amount refunded so far, in minor units of `currency`
             * @example 4900
             */
            refundedTotal: number;
            /**
             * Format: int64
             * @description Number of tickets
             * @example 2
             */
            ticketCount: number;
            /**
             * Format: date-time
             * @description When the order was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the order or one of its tickets last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the order was paid
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When a pending order expires and its stock is released
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            buyer?: components["schemas"]["Buyer"];
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            items: components["schemas"]["OrderItem"][];
            tickets: components["schemas"]["OrderTicket"][];
            payments?: components["schemas"]["Payment"][];
            refunds?: components["schemas"]["Refund"][];
        };
        /** @description A dispute of a payment by the bank of the buyer */
        OrderDispute: {
            /**
             * @description Id of the disputed payment
             * @example pay_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            paymentId: string;
            /**
             * @description Id of the dispute at the payment provider
             * @example du_1MtJUT2eZvKYlo2C
             */
            reference: string;
            /**
             * Format: int64
             * @description Disputed amount, in minor units of `currency`
             * @example 4900
             */
            amount: number;
            /**
             * @description Why the bank disputes the payment, in the words of the provider
             * @example fraudulent
             */
            reason: string;
            /**
             * @description `open`: the amount is held back in the settlement; `won`: it is not held back anymore; `lost`: it is recorded as a refund
             * @enum {string}
             */
            status: "open" | "won" | "lost";
        };
        /** @description The body of a webhook of type `order.disputed` */
        OrderDisputedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.disputed";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["DisputedOrder"];
        };
        /** @description The body of a webhook of type `order.expired` */
        OrderExpiredWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.expired";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderSnapshot"];
        };
        OrderItem: {
            /**
             * @description Id of the item
             * @example itm_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /** @enum {string} */
            kind: "ticket" | "addon";
            /**
             * @description Id of the ticket type; null for an add-on
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string | null;
            /**
             * @description Id of the add-on; null for a ticket
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string | null;
            /** @description Name at the time of the purchase */
            name: string;
            /**
             * Format: int64
             * @description Quantity
             * @example 2
             */
            quantity: number;
            /**
             * Format: int64
             * @description Quantity that is refunded
             * @example 2
             */
            quantityRefunded: number;
            /**
             * Format: int64
             * @description Unit price, in minor units of `currency`
             * @example 4900
             */
            unitPrice: number;
            /**
             * Format: int64
             * @description Unit price times quantity, in minor units of `currency`
             * @example 4900
             */
            total: number;
        };
        OrderPage: {
            data: components["schemas"]["Order"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description The body of a webhook of type `order.paid` */
        OrderPaidWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.paid";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderSnapshot"];
        };
        /** @description The body of a webhook of type `order.refunded` */
        OrderRefundedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.refunded";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderSnapshot"];
        };
        /** @description An order with its fees, items and tickets at the time of an event, without personal fields */
        OrderSnapshot: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description State of the order
             * @enum {string}
             */
            status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the items, in minor units of `currency`
             * @example 4900
             */
            subtotal: number;
            /**
             * Format: int64
             * @description Amount that the buyer pays, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description Amount refunded so far, in minor units of `currency`
             * @example 4900
             */
            refundedTotal: number;
            /**
             * Format: int64
             * @description Number of tickets
             * @example 2
             */
            ticketCount: number;
            /**
             * Format: date-time
             * @description When the order was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the order or one of its tickets last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the order was paid
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When a pending order expires and its stock is released
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            items: components["schemas"]["OrderItem"][];
            tickets: components["schemas"]["Ticket"][];
        };
        /** @description A ticket. The fields `holderName`, `firstName`, `lastName`, `bib`, `category`, `qrValue`, `fields`, `answers` and `addons` need the scope `orders:read:pii`. Only imported tickets can have `fields`, and lists have no `answers` and no `addons`. */
        OrderTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description `valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /**
             * Format: date-time
             * @description Time of issue
             * @example 2026-11-20T09:00:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the ticket, or the name of its type, last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of use
             * @example 2026-11-20T09:00:00.000Z
             */
            usedAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description Name of the holder
             * @example Ada Lovelace
             */
            holderName?: string | null;
            /**
             * @description First name of the holder; null if the name was entered in one field
             * @example Ada
             */
            firstName?: string | null;
            /**
             * @description Last name of the holder; null if the name was entered in one field
             * @example Lovelace
             */
            lastName?: string | null;
            /**
             * @description Start number or seat number, unique within the event; empty if the ticket has none
             * @example 1042
             */
            bib?: string;
            /**
             * @description Class of the holder, such as an age group
             * @example W40
             */
            category?: string | null;
            /**
             * @description Content of the QR code. Anyone who shows it at the entrance is admitted.
             * @example 7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D
             */
            qrValue?: string;
            /**
             * @description What the holder was asked in the system from which the ticket was imported: the answers by their questions
             * @example {
             *       "T-shirt size": "M"
             *     }
             */
            fields?: {
                [key: string]: string;
            };
            /** @description The answers in the sequence of the questions */
            answers?: components["schemas"]["Answer"][];
            /** @description The add-ons of the ticket holder */
            addons?: components["schemas"]["HolderAddon"][];
        };
        /** @description The body of a webhook of type `order.updated` */
        OrderUpdatedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.updated";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["UpdatedOrder"];
        };
        /** @description The e-mail address that a code is sent to. With a `cart`, the e-mail has a link that opens the page of the event with this cart on any device, so that a buyer who has closed the page can continue. */
        OtpRequest: {
            /**
             * @description The e-mail address to verify
             * @example ada.lovelace@example.com
             */
            email: string;
            cart?: components["schemas"]["QuoteRequest"];
        };
        /** @description A code was sent */
        OtpSent: {
            /**
             * Format: int32
             * @description Seconds for which the code can be used
             * @example 600
             */
            expiresInSeconds: number;
        };
        /** @description An e-mail address, and the code that was sent to it */
        OtpVerifyRequest: {
            /**
             * @description The e-mail address to verify
             * @example ada.lovelace@example.com
             */
            email: string;
            /**
             * @description The 6 digits
             * @example 493027
             */
            code: string;
        };
        /** @description The buyer */
        OwnAnswers: {
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "L"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /** @description The answers of an order to change */
        OwnOrderAnswers: {
            buyer?: components["schemas"]["OwnAnswers"];
            /** @description The tickets whose holders have other answers */
            tickets?: components["schemas"]["OwnTicketAnswers"][];
        };
        OwnTicketAnswers: {
            /**
             * @description Id of a ticket of the order
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "L"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /** @description The reservation to pay, and the payment method */
        PayRequest: {
            /**
             * @description Number of the order
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Token of the reservation. A client with this token can pay, cancel and read the order
             * @example rsv_01kamz0g5ve4q8v5x2c4g6t0yd3q8Xb5Q2n7JcZy8L
             */
            reservationToken: string;
            /**
             * @description Token from `POST /otp/verify`, which proves that the e-mail address of the order belongs to the buyer
             * @example byt_3qcK9wYbV0fJ2mQ7dXl5
             */
            buyerToken: string;
            /**
             * @description One of `paymentMethods`; not needed if the total is 0
             * @enum {string}
             */
            method?: "test" | "manual" | "stripe";
            /**
             * @description The page of your shop to which the payment provider returns the buyer, on a website that the organizer has allowed in the settings of the dashboard. `orderNumber` and `payment`, `paid` or `cancelled`, are added to its query. By default the page of the event. A payment that was started before keeps its page
             * @example https://shop.example.com/thanks
             */
            returnUrl?: string;
        };
        /** @description Status of the order and, if it is not paid yet, the next step for the buyer */
        PayResult: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description `paid`: the order is paid; `pending`: the buyer must still pay
             * @enum {string}
             */
            status: "paid" | "pending";
            /** @description URL of the page where the buyer pays */
            redirectUrl: string | null;
            /**
             * Format: date-time
             * @description When a pending order expires and its stock is released
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
            paymentInstructions: components["schemas"]["PaymentInstructions"] | null;
        };
        /** @description A payment of an order */
        Payment: {
            /**
             * @description Id of the payment
             * @example pay_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Payment method
             * @example stripe
             */
            method: string;
            /**
             * @description `open`: the buyer can pay; `closing`, `closed`: the order was paid in another way, or is no longer pending; `paid`: the money was received; `refused`: another amount was received and is refunded; `failed`: the provider received no money
             * @enum {string}
             */
            status: "open" | "closing" | "closed" | "paid" | "refused" | "failed";
            /**
             * Format: int64
             * @description Amount, in minor units of `currency`
             * @example 4900
             */
            amount: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            receivedBy: ("platform" | "organizer" | "nobody") | null;
            /**
             * @description Id of the payment at its provider, or the reference of the money that the organizer has received
             * @example cs_live_a1b2c3
             */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the payment was started
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the payment last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the money was received
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
        };
        /** @description Instructions for paying an order whose payment the organizer confirms */
        PaymentInstructions: {
            /**
             * @description Holder of the bank account
             * @example Harbour Running Club e.V.
             */
            accountHolder: string | null;
            /**
             * @description IBAN of the bank account
             * @example DE89370400440532013000
             */
            iban: string | null;
            /**
             * @description BIC of the bank
             * @example COBADEFFXXX
             */
            bic: string | null;
            /**
             * @description Additional payment instructions from the organizer
             * @example Or pay in cash at our office.
             */
            text: string | null;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            reference: string;
            /**
             * Format: int64
             * @description Amount to pay, in minor units of `currency`
             * @example 4900
             */
            amount: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description Payment deadline. After it, the order expires and its stock can be bought again
             * @example 2026-11-20T09:00:00.000Z
             */
            dueAt: string;
            /**
             * @description Text of a QR code for banking apps (EPC069-12); null if it cannot be created, for example if the amount is not in euro
             * @example BCD
             *     002
             *     1
             *     SCT
             *     COBADEFFXXX
             *     Harbour Running Club e.V.
             *     DE89370400440532013000
             *     EUR102.17
             *
             *
             *     7K3Q9MX2PA
             */
            epcQr: string | null;
        };
        PaymentPage: {
            data: components["schemas"]["Payment"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description The body of a webhook of type `payment.received` */
        PaymentReceivedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "payment.received";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["ReceivedPayment"];
        };
        /** @description A test of one endpoint */
        Ping: {
            /**
             * @description Id of the tested endpoint
             * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            endpointId: string;
            /**
             * @description A message for human readers
             * @example This is a test. Respond with a status from 200 to 299.
             */
            message: string;
        };
        /** @description The body of a webhook of type `ping` */
        PingWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "ping";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Ping"];
        };
        PricedLine: {
            /** @enum {string} */
            kind: "ticket" | "addon";
            /**
             * @description Id of the ticket type; null for an add-on
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string | null;
            /**
             * @description Id of the add-on; null for a ticket
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string | null;
            /**
             * @description Name
             * @example Half marathon
             */
            name: string;
            /**
             * Format: int64
             * @description Quantity
             * @example 2
             */
            quantity: number;
            /**
             * Format: int64
             * @description Unit price, in minor units of `currency`
             * @example 4900
             */
            unitPrice: number;
            /**
             * Format: int64
             * @description Unit price times quantity, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description Index in `attendees` of the holder whom an add-on is for; null for lines of the order
             * @example 2
             */
            attendee: number | null;
        };
        /** @description A refund that a payment provider makes */
        ProviderRefund: {
            /**
             * @description Id of the request
             * @example rfd_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the refunded payment
             * @example pay_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            paymentId: string;
            /**
             * @description Payment method
             * @example stripe
             */
            method: string;
            /**
             * @description Id of the failed request that this request repeats
             * @example rfd_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            retryOf: string | null;
            /**
             * @description State of the request
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * Format: int64
             * @description Amount, in minor units of `currency`
             * @example 4900
             */
            amount: number;
            origin: ("provider" | "dispute") | null;
            /**
             * @description Id of the refund at the provider
             * @example re_1MtJUT2eZvKYlo2C
             */
            reference: string | null;
            /** @description Why the request failed */
            error: string | null;
            /**
             * Format: date-time
             * @description When the refund was requested
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the request last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        PublicAddon: {
            /**
             * @description Id of the add-on
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Name shown to buyers
             * @example Drink voucher
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type: string;
            /**
             * Format: int64
             * @description Price of one purchase, in minor units of `currency`
             * @example 4900
             */
            price: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Number of units in one purchase; each unit is consumed separately
             * @example 2
             */
            unitsPerPurchase: number;
            /**
             * @description `order`: it is bought for the order; `holder`: for a ticket holder, in `addons` of the attendee
             * @enum {string}
             */
            assignedTo: "order" | "holder";
            /**
             * Format: int64
             * @description Maximum quantity for each ticket holder; null for an add-on of the order
             * @example 2
             */
            maxPerHolder: number | null;
            /** @description Whether no units are left */
            soldOut: boolean;
            /**
             * @description An archived add-on is not sold
             * @enum {string}
             */
            status: "active" | "archived";
        };
        /** @description A published event as it is returned for a publishable key: without stock numbers */
        PublicEvent: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name: string;
            /**
             * @description Name of the event in URLs, unique among your events
             * @example harbour-city-marathon-2027
             */
            slug: string;
            /** @description Description */
            description: string | null;
            /**
             * @description An archived event can be read, but its tickets cannot be bought
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * Format: date-time
             * @description When the event starts
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When the event ends
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt: string | null;
            /**
             * @description IANA time zone of the venue
             * @example Europe/Berlin
             */
            timezone: string;
            venue: components["schemas"]["Venue"] | null;
            /** @description URL of the poster image */
            posterUrl: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            ticketTypes: components["schemas"]["PublicTicketType"][];
            /**
             * @description The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place
             * @example harbour-city-marathon-2027
             */
            publicSlug: string | null;
            /**
             * @description The language of the page and of e-mails for a buyer whose own language is not known, or is none of these
             * @enum {string}
             */
            defaultLanguage: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
            /**
             * @description How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two
             * @enum {string}
             */
            nameFields: "full" | "firstAndLast";
            addons: components["schemas"]["PublicAddon"][];
            /** @description The questions to the buyer and to ticket holders, in their sequence */
            questions: components["schemas"]["PublicQuestion"][];
            /**
             * Format: date-time
             * @description When the event was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the event, a ticket type, an add-on or a question last changed. A sale is not a change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        PublicEventPage: {
            data: (components["schemas"]["PublicEvent"] | components["schemas"]["ChangedEvent"])[];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description The organizer of an event */
        PublicOrganizer: {
            /**
             * @description Name of the organizer
             * @example Harbour Running Club
             */
            name: string;
            /**
             * @description E-mail address for buyers
             * @example hello@example.com
             */
            contactEmail: string | null;
            /**
             * @description Telephone number for buyers
             * @example +49 40 5550123
             */
            contactPhone: string | null;
            /**
             * @description Website of the organizer
             * @example https://club.example.com
             */
            websiteUrl: string | null;
            /**
             * @description URL of the imprint (legal notice)
             * @example https://club.example.com/imprint
             */
            imprintUrl: string | null;
            /**
             * @description URL of the terms of sale
             * @example https://club.example.com/terms
             */
            termsUrl: string | null;
            /**
             * @description URL of the privacy policy
             * @example https://club.example.com/privacy
             */
            privacyUrl: string | null;
            /**
             * @description HTTPS URL of the logo
             * @example https://images.example.com/club.svg
             */
            logoUrl: string | null;
            /**
             * @description Colour of the organizer, used as a background: choose a text colour with enough contrast
             * @example #0b6e99
             */
            accentColor: string | null;
        };
        /** @description A question that buyers or ticket holders are asked */
        PublicQuestion: {
            /**
             * @description Id of the question
             * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position: number;
            /**
             * @description `buyer`: once for each order; `holder`: for each ticket
             * @enum {string}
             */
            askedOf: "buyer" | "holder";
            /**
             * @description What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number
             * @enum {string}
             */
            kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
            key: ("birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian") | null;
            /**
             * @description The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`
             * @example T-shirt size
             */
            label: string;
            /** @description Explanation below the question */
            help: string | null;
            /**
             * @description Whether it must be answered
             * @example true
             */
            isRequired: boolean;
            /** @description The options of `choice` and `choices`; null for other kinds */
            options: components["schemas"]["PublicQuestionOption"][] | null;
            minimum: (number | string) | null;
            maximum: (number | string) | null;
            /**
             * Format: int32
             * @description The least number of characters (Unicode code points)
             */
            minLength: number | null;
            /**
             * Format: int32
             * @description The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`
             * @example 40
             */
            maxLength: number | null;
            /**
             * @description A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups
             * @example [A-Z]{2}\d{6}
             */
            pattern: string | null;
            default: (string | number | boolean | string[] | {
                [key: string]: string;
            }) | null;
            shownIf: components["schemas"]["QuestionCondition"] | null;
            /**
             * Format: int32
             * @description The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age
             * @example 17
             */
            maxAge: number | null;
            /** @description The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them */
            offerIds: string[] | null;
            /**
             * Format: int32
             * @description Raised when the label, the help or an option changes. An answer contains the version that the person saw
             */
            version: number;
            translations: components["schemas"]["QuestionTranslations"];
        };
        PublicQuestionOption: {
            /**
             * @description Code of the option. It stays the same if the label changes
             * @example M
             */
            code: string;
            /**
             * @description Label of the option
             * @example Medium
             */
            label: string;
        };
        PublicTicketType: {
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Name shown to buyers
             * @example Half marathon
             */
            name: string;
            /** @description Description */
            description: string | null;
            /**
             * @description Category, for example the distance of a race or the class of a seat
             * @example 21K
             */
            category: string | null;
            /**
             * Format: int64
             * @description Unit price, in minor units of `currency`
             * @example 4900
             */
            price: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /** @description Whether no units are left */
            soldOut: boolean;
            /**
             * Format: int64
             * @description Minimum quantity in one order
             * @example 2
             */
            minPerOrder: number;
            /**
             * Format: date-time
             * @description When sales start; null: as soon as the event is published
             * @example 2026-11-20T09:00:00.000Z
             */
            salesStartAt: string | null;
            /**
             * Format: date-time
             * @description When sales end; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null
             * @example 2026-11-20T09:00:00.000Z
             */
            salesEndAt: string | null;
            /**
             * @description An archived ticket type is not sold
             * @enum {string}
             */
            status: "active" | "archived";
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position: number;
            /**
             * Format: int64
             * @description Maximum quantity in one order
             * @example 2
             */
            maxPerOrder: number;
            /**
             * Format: date-time
             * @description When its holders start; null: with the event
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string | null;
            /**
             * Format: int64
             * @description How many tickets are left, without those held by pending orders; null: unlimited, or not shown. It does not change `updatedAt`
             * @example 2
             */
            quantityLeft: number | null;
            /**
             * @description Whether a reservation must have the name of each ticket holder. `none`: buyers are not asked for it
             * @enum {string}
             */
            holderName: "required" | "optional" | "none";
            ageRule: components["schemas"]["AgeRule"] | null;
        };
        /** @description A question to buyers or ticket holders */
        Question: {
            /**
             * @description Id of the question
             * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position: number;
            /**
             * @description `buyer`: once for each order; `holder`: for each ticket
             * @enum {string}
             */
            askedOf: "buyer" | "holder";
            /**
             * @description What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number
             * @enum {string}
             */
            kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
            key: ("birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian") | null;
            /**
             * @description The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`
             * @example T-shirt size
             */
            label: string;
            /** @description Explanation below the question */
            help: string | null;
            /**
             * @description Whether it must be answered
             * @example true
             */
            isRequired: boolean;
            /** @description The options of `choice` and `choices`; null for other kinds */
            options: components["schemas"]["QuestionOption"][] | null;
            minimum: (number | string) | null;
            maximum: (number | string) | null;
            /**
             * Format: int32
             * @description The least number of characters (Unicode code points)
             */
            minLength: number | null;
            /**
             * Format: int32
             * @description The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`
             * @example 40
             */
            maxLength: number | null;
            /**
             * @description A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups
             * @example [A-Z]{2}\d{6}
             */
            pattern: string | null;
            default: (string | number | boolean | string[] | {
                [key: string]: string;
            }) | null;
            shownIf: components["schemas"]["QuestionCondition"] | null;
            /**
             * Format: int32
             * @description The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age
             * @example 17
             */
            maxAge: number | null;
            /** @description The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them */
            offerIds: string[] | null;
            /**
             * @description Whether a `consent` is one to advertising. It can then not be required
             * @example false
             */
            isMarketing: boolean;
            /**
             * Format: int32
             * @description How many days after the end of the event the answers are deleted; null: as all personal data
             * @example 30
             */
            retentionDays: number | null;
            /**
             * @description Whether the question is no longer asked
             * @example false
             */
            isArchived: boolean;
            /**
             * Format: int32
             * @description Raised when the label, the help or an option changes. An answer contains the version that the person saw
             */
            version: number;
            translations: components["schemas"]["QuestionTranslations"];
            /**
             * Format: date-time
             * @description When the question was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the question last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        /** @description The question is asked only after one of these answers to another question */
        QuestionCondition: {
            /**
             * @description Id of a `choice`, `choices` or `boolean` that the same person is asked, and that has no `shownIf` itself
             * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            questionId: string;
            /**
             * @description Codes of its options, or `true` or `false`. One of them must be answered
             * @example [
             *       "true"
             *     ]
             */
            values: string[];
        };
        /** @description The question is asked only after one of these answers to another question */
        QuestionConditionFields: {
            /**
             * @description Id of a `choice`, `choices` or `boolean` that the same person is asked, and that has no `shownIf` itself
             * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            questionId: string;
            /**
             * @description Codes of its options, or `true` or `false`. One of them must be answered
             * @example [
             *       "true"
             *     ]
             */
            values: string[];
        };
        /** @description The questions of an event, including archived ones */
        QuestionList: {
            /** @description The questions in their sequence */
            data: components["schemas"]["Question"][];
        };
        QuestionOption: {
            /**
             * @description Code of the option. It stays the same if the label changes
             * @example M
             */
            code: string;
            /**
             * @description Label of the option
             * @example Medium
             */
            label: string;
            /** @description Whether the option can no longer be chosen */
            isArchived: boolean;
        };
        QuestionOptionFields: {
            /**
             * @description Code of the option. It stays the same if the label changes
             * @example M
             */
            code: string;
            /**
             * Format: visible-text
             * @description Label of the option
             * @example Medium
             */
            label: string;
            /** @description Whether the option can no longer be chosen */
            isArchived?: boolean;
        };
        /** @description The texts of a question in a language */
        QuestionTranslation: {
            label?: string;
            help?: string;
            /** @description Labels of options by code */
            options?: {
                [key: string]: string;
            };
        };
        /** @description The texts of a question in a language */
        QuestionTranslationFields: {
            /** Format: visible-text */
            label?: string;
            help?: string;
            /** @description Labels of options by code */
            options?: {
                [key: string]: string;
            };
        };
        /**
         * @description The texts in other languages, by language: `label`, `help`, and the labels of `options` by code. In a change: of all languages
         * @example {
         *       "de": {
         *         "label": "T-Shirt-Größe"
         *       }
         *     }
         */
        QuestionTranslations: {
            en?: components["schemas"]["QuestionTranslation"];
            de?: components["schemas"]["QuestionTranslation"];
            fr?: components["schemas"]["QuestionTranslation"];
            es?: components["schemas"]["QuestionTranslation"];
            it?: components["schemas"]["QuestionTranslation"];
            nl?: components["schemas"]["QuestionTranslation"];
            pl?: components["schemas"]["QuestionTranslation"];
        };
        /**
         * @description The texts in other languages, by language: `label`, `help`, and the labels of `options` by code. In a change: of all languages
         * @example {
         *       "de": {
         *         "label": "T-Shirt-Größe"
         *       }
         *     }
         */
        QuestionTranslationsFields: {
            en?: components["schemas"]["QuestionTranslationFields"];
            de?: components["schemas"]["QuestionTranslationFields"];
            fr?: components["schemas"]["QuestionTranslationFields"];
            es?: components["schemas"]["QuestionTranslationFields"];
            it?: components["schemas"]["QuestionTranslationFields"];
            nl?: components["schemas"]["QuestionTranslationFields"];
            pl?: components["schemas"]["QuestionTranslationFields"];
        };
        /** @description Current price of a cart */
        Quote: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /** @description The lines of the order */
            lines: components["schemas"]["PricedLine"][];
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            /** @description Lines that exceed the stock */
            shortages: components["schemas"]["Shortage"][];
            /** @description Payment methods for the order. The list is empty if the organizer has not set up a payment method */
            paymentMethods: ("test" | "manual" | "stripe")[];
            /**
             * @description Whether a reservation needs the `buyerToken` of the buyer’s e-mail address
             * @example false
             */
            requiresVerifiedEmail: boolean;
        };
        /** @description A cart to price */
        QuoteRequest: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /** @description One line for each ticket type */
            items?: components["schemas"]["CartTicket"][];
            /** @description One line for each add-on. Those of ticket holders are in `attendees` */
            addons?: components["schemas"]["CartAddon"][];
            /**
             * Format: int64
             * @description The total that the buyer has seen, in minor units. If the cart has another total, the response is `price_changed`
             * @example 10217
             */
            expectedTotal?: number;
            /** @description The ticket holders who get add-ons with `assignedTo` `holder` */
            attendees?: components["schemas"]["CartAttendee"][];
        };
        /**
         * @description The money of an order
         * @example {
         *       "receivedAt": "2026-11-20T09:00:00Z",
         *       "reference": "2026-11-20/0042"
         *     }
         */
        ReceivedMoney: {
            /**
             * Format: date-time
             * @description When you have received the money
             * @example 2026-11-20T09:00:00.000Z
             */
            receivedAt: string;
            /**
             * @description Your reference of the money, for example of a bank transfer, without personal data
             * @example 2026-11-20/0042
             */
            reference?: string;
            /** @description Whether an expired order is accepted too, if its stock is available */
            late?: boolean;
        };
        /** @description A payment whose money was received */
        ReceivedPayment: {
            /**
             * @description Id of the payment
             * @example pay_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Payment method
             * @example stripe
             */
            method: string;
            /**
             * @description `open`: the buyer can pay; `closing`, `closed`: the order was paid in another way, or is no longer pending; `paid`: the money was received; `refused`: another amount was received and is refunded; `failed`: the provider received no money
             * @enum {string}
             */
            status: "open" | "closing" | "closed" | "paid" | "refused" | "failed";
            /**
             * Format: int64
             * @description Amount, in minor units of `currency`
             * @example 4900
             */
            amount: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            receivedBy: ("platform" | "organizer" | "nobody") | null;
            /**
             * @description Id of the payment at its provider, or the reference of the money that the organizer has received
             * @example cs_live_a1b2c3
             */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the payment was started
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the payment last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the money was received
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
            /**
             * @description Id of the event of the order
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
        };
        /** @description A refund of an order. `orderNumber` is null for money that was returned because its order could not be paid */
        Refund: {
            /**
             * @description Id of the refund: the id of its entry in the ledger of the settlement
             * @example led_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string | null;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description State of the refund at payment providers. `succeeded` also if the organizer pays back everything
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * Format: int64
             * @description Refunded amount, in minor units of `currency`
             * @example 4900
             */
            amount: number;
            /**
             * Format: int64
             * @description The tax in the amount, in minor units of `currency`
             * @example 4900
             */
            tax: number;
            /**
             * Format: int64
             * @description The part of the amount that payment providers refund, in minor units of `currency`
             * @example 4900
             */
            byProvider: number;
            /**
             * Format: int64
             * @description The part of the amount that the organizer pays back, in minor units of `currency`
             * @example 4900
             */
            byOrganizer: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * @description The reason of a refund of an amount; the id at the provider of a refund that was made there, or of a lost dispute; or the id of a payment that could not be used
             * @example The start was an hour late
             */
            reference: string | null;
            /** @description What was refunded; empty for an amount. Null for money without an order, and in refunds of earlier versions */
            items: components["schemas"]["RefundedItem"][] | null;
            providerRefunds: components["schemas"]["ProviderRefund"][];
            /**
             * Format: date-time
             * @description When the order was refunded
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
        };
        /** @description The body of a webhook of type `refund.created` */
        RefundCreatedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "refund.created";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Refund"];
        };
        /** @description The body of a webhook of type `refund.failed` */
        RefundFailedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "refund.failed";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Refund"];
        };
        RefundPage: {
            data: components["schemas"]["Refund"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description What a refund would do */
        RefundPreview: {
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description The amount that the buyer receives, in minor units of `currency`
             * @example 4900
             */
            amount: number;
            /**
             * Format: int64
             * @description The tax in the amount, in minor units of `currency`
             * @example 4900
             */
            tax: number;
            /**
             * Format: int64
             * @description The fees of the refunded part. They are not returned, in minor units of `currency`
             * @example 4900
             */
            fees: number;
            /**
             * Format: int64
             * @description The amount by which the balance of the organizer decreases, in minor units of `currency`
             * @example 4900
             */
            balanceDecrease: number;
            /**
             * Format: int64
             * @description The part of the amount that payment providers refund, in minor units of `currency`
             * @example 4900
             */
            byProvider: number;
            /**
             * Format: int64
             * @description The part of the amount that the organizer refunds, in minor units of `currency`
             * @example 4900
             */
            byOrganizer: number;
            /**
             * Format: int64
             * @description Number of tickets that become void
             * @example 2
             */
            ticketsVoided: number;
            /**
             * Format: int64
             * @description Number of tickets that are refunded although they were used
             * @example 2
             */
            ticketsUsed: number;
            /**
             * Format: int64
             * @description Number of units of add-ons that become void
             * @example 2
             */
            unitsVoided: number;
            /**
             * Format: int64
             * @description Number of units that are refunded although they were consumed
             * @example 2
             */
            unitsConsumed: number;
            /** @description Whether nothing of the order is left after the refund */
            isWhole: boolean;
            /**
             * Format: int64
             * @description The quantity that is refunded so far. Send it with the refund
             * @example 2
             */
            refundedQuantity: number;
            /**
             * Format: int64
             * @description The amount that is refunded so far. Send it with the refund, in minor units of `currency`
             * @example 4900
             */
            refundedTotal: number;
            /** @description The tickets that can be refunded */
            tickets: components["schemas"]["RefundableTicket"][];
            items: components["schemas"]["RefundableItem"][];
        };
        /** @description The body of a webhook of type `refund.succeeded` */
        RefundSucceededWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "refund.succeeded";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Refund"];
        };
        RefundableItem: {
            /**
             * @description Id of the item
             * @example itm_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            itemId: string;
            /**
             * Format: int64
             * @description The quantity that this refund contains
             * @example 2
             */
            quantity: number;
            /**
             * Format: int64
             * @description The quantity that can be refunded
             * @example 2
             */
            refundable: number;
        };
        RefundableTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketId: string;
            /** @description Whether this refund contains the ticket */
            isChosen: boolean;
        };
        /** @description A refunded item, with its tickets */
        RefundedItem: {
            /**
             * @description Id of the item of the order
             * @example itm_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            itemId: string;
            /**
             * Format: int32
             * @description Refunded quantity
             * @example 1
             */
            quantity: number;
            ticketIds: string[];
        };
        /** @description A row of the file that is not applied */
        RefusedBibRow: {
            /**
             * Format: int32
             * @description Number of the row; the headings are row 1
             */
            row: number;
            /**
             * @description `no_key`: no ticket, order or name; `unknown_ticket`: no ticket has these; `several_tickets`: several tickets have them, such as two persons of the same name; `repeated_ticket`, `repeated_bib`: an earlier row has the same; `bib_taken`: another ticket of the event has this bib, also if it is void; `bib_too_long`: more than 50 characters
             * @enum {string}
             */
            problem: "no_key" | "unknown_ticket" | "several_tickets" | "repeated_ticket" | "repeated_bib" | "bib_taken" | "bib_too_long";
        };
        RequestHeader: {
            /**
             * @description Name
             * @example webhook-id
             */
            name: string;
            /**
             * @description Value
             * @example msg_01kam…
             */
            value: string;
        };
        /** @description A pending order, which holds its stock until it is paid, is cancelled or expires */
        Reservation: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Token of the reservation. A client with this token can pay, cancel and read the order
             * @example rsv_01kamz0g5ve4q8v5x2c4g6t0yd3q8Xb5Q2n7JcZy8L
             */
            reservationToken: string;
            /**
             * @description The order holds its stock
             * @enum {string}
             */
            status: "pending";
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description When the order expires and its stock is released, unless the order is paid before
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string;
            /** @description The lines of the order */
            lines: components["schemas"]["PricedLine"][];
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            /** @description Payment methods for the order. The list is empty if the organizer has not set up a payment method */
            paymentMethods: ("test" | "manual" | "stripe")[];
        };
        /** @description The tickets and add-ons to reserve, and their buyer */
        ReserveRequest: {
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /** @description One line for each ticket type */
            items?: components["schemas"]["CartTicket"][];
            /** @description One line for each add-on. Those of ticket holders are in `attendees` */
            addons?: components["schemas"]["CartAddon"][];
            /**
             * Format: int64
             * @description The total that the buyer has seen, in minor units. If the cart has another total, the response is `price_changed`
             * @example 10217
             */
            expectedTotal?: number;
            buyer: components["schemas"]["BuyerDetails"];
            /** @description The attendees, if they are known; a ticket without an attendee has no holder name. In a reservation, each ticket needs an attendee if its type has `holderName` `required`, with both parts of the name if the event has `nameFields` `firstAndLast`, or if its holder must answer a question */
            attendees?: components["schemas"]["Attendee"][];
            /**
             * @description Token from `POST /otp/verify`, which proves that the e-mail address of the order belongs to the buyer
             * @example byt_3qcK9wYbV0fJ2mQ7dXl5
             */
            buyerToken?: string;
        };
        RotatedSecret: {
            /**
             * @description The signing secret
             * @example whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==
             */
            secret: string;
            /**
             * @description The Ed25519 public key; null if the endpoint does not use Ed25519
             * @example whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
             */
            publicKey: string | null;
            /**
             * Format: date-time
             * @description End of the use of the old secret
             * @example 2026-11-20T09:00:00.000Z
             */
            previousUntil: string;
        };
        SecretRotation: {
            /**
             * Format: int32
             * @description Time for which deliveries are also signed with the old secret
             * @example 24
             */
            graceHours: number;
        };
        /** @description `net` = `gross` − `refunds` − `platformFees` − `paymentFees` − `taxes`: what the event has earned. `balance` = `collectedByPlatform` − `platformFees` − `paymentFees` − `taxes` − `held` − `paidOut`: what the platform still owes. Test payments are nobody’s money: they are part of `gross`, `refunds` and `net`, but neither they nor their fees and taxes are part of `collectedByPlatform`, `collectedByOrganizer` or `balance`. `held` is the sum of the open disputes; each of the other amounts is the sum of its ledger entries. */
        Settlement: {
            /**
             * @description Id of the settlement
             * @example stl_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            eventName: string;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * @description `open`: not finalized; `final`: finalized, the balance is not 0; `paid`: finalized, the balance is 0
             * @enum {string}
             */
            status: "open" | "final" | "paid";
            /**
             * Format: int64
             * @description Number of paid orders, including refunded orders
             * @example 2
             */
            ordersPaid: number;
            /**
             * Format: int64
             * @description Number of tickets in paid orders, including refunded orders
             * @example 2
             */
            ticketsSold: number;
            /**
             * Format: int64
             * @description Amount paid by buyers, in minor units of `currency`
             * @example 4900
             */
            gross: number;
            /**
             * Format: int64
             * @description Amount refunded to buyers, in minor units of `currency`
             * @example 4900
             */
            refunds: number;
            /**
             * Format: int64
             * @description Fees of the platform, in minor units of `currency`
             * @example 4900
             */
            platformFees: number;
            /**
             * Format: int64
             * @description Fees of the payment provider, in minor units of `currency`
             * @example 4900
             */
            paymentFees: number;
            /**
             * Format: int64
             * @description Taxes on sales, minus the taxes of refunds, in minor units of `currency`
             * @example 4900
             */
            taxes: number;
            /**
             * Format: int64
             * @description What the event has earned: the share of the organizer, whoever received the payments, in minor units of `currency`
             * @example 4900
             */
            net: number;
            /**
             * Format: int64
             * @description Amount that the platform has received from buyers, minus what it refunded, in minor units of `currency`
             * @example 4900
             */
            collectedByPlatform: number;
            /**
             * Format: int64
             * @description Amount that the organizer has received itself, for example by bank transfer, minus what it refunded, in minor units of `currency`
             * @example 4900
             */
            collectedByOrganizer: number;
            /**
             * Format: int64
             * @description Amount of open disputes. It is part of the balance again when the dispute is won, in minor units of `currency`
             * @example 4900
             */
            held: number;
            /**
             * Format: int64
             * @description Amount paid out to the organizer, in minor units of `currency`
             * @example 4900
             */
            paidOut: number;
            /**
             * Format: int64
             * @description What the platform still owes to the organizer: what it has collected, minus fees, taxes, open disputes and payouts. Negative if the organizer owes it, for example the fees of payments that it received itself, in minor units of `currency`
             * @example 4900
             */
            balance: number;
            /**
             * Format: date-time
             * @description Time of the last change to any of these fields
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        SettlementPage: {
            data: components["schemas"]["Settlement"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description The body of a webhook of type `settlement.paid` */
        SettlementPaidWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "settlement.paid";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Settlement"];
        };
        /** @description The body of a webhook of type `settlement.updated` */
        SettlementUpdatedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "settlement.updated";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Settlement"];
        };
        Shortage: {
            /** @enum {string} */
            kind: "ticket" | "addon";
            /**
             * @description Id of the ticket type; null for an add-on
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string | null;
            /**
             * @description Id of the add-on; null for a ticket
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string | null;
            /**
             * @description Name
             * @example Half marathon
             */
            name: string;
            /**
             * Format: int64
             * @description Requested quantity
             * @example 2
             */
            requested: number;
            /**
             * Format: int64
             * @description Available quantity
             * @example 2
             */
            available: number;
        };
        SoldAddon: {
            /**
             * @description Id of an add-on of the event
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string;
            /**
             * Format: int32
             * @description Quantity
             * @example 2
             */
            quantity: number;
            /**
             * Format: int64
             * @description What the buyer pays for a unit, in minor units of `currency`; by default the price of the ticket type or add-on
             * @example 4900
             */
            unitPrice?: number;
        };
        SoldAttendee: {
            /**
             * @description Id of a ticket type in this reservation
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * Format: visible-text
             * @description Name of the attendee
             * @example Ada Lovelace
             */
            holderName?: string | null;
            /**
             * Format: visible-text
             * @description First name of the attendee, together with `lastName` and in place of `holderName`
             * @example Ada
             */
            firstName?: string | null;
            /**
             * Format: visible-text
             * @description Last name of the attendee, together with `firstName`
             * @example Lovelace
             */
            lastName?: string | null;
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "M"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
            /** @description The add-ons of the ticket holder: one line for each add-on */
            addons?: components["schemas"]["SoldHolderAddon"][];
        };
        SoldHolderAddon: {
            /**
             * @description Id of an add-on with `assignedTo` `holder`
             * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            addonId: string;
            /**
             * Format: int32
             * @description Quantity
             * @example 2
             */
            quantity: number;
            /**
             * Format: int64
             * @description What the buyer pays for a unit, in minor units of `currency`; by default the price of the ticket type or add-on
             * @example 4900
             */
            unitPrice?: number;
        };
        SoldTicket: {
            /**
             * @description Id of a ticket type of the event
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * Format: int32
             * @description Quantity
             * @example 2
             */
            quantity: number;
            /**
             * Format: int64
             * @description What the buyer pays for a unit, in minor units of `currency`; by default the price of the ticket type or add-on
             * @example 4900
             */
            unitPrice?: number;
        };
        StoredHeader: {
            /**
             * @description Name of the header
             * @example X-Api-Key
             */
            name: string;
        };
        /** @description A ticket, without personal fields */
        Ticket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description `valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /**
             * Format: date-time
             * @description Time of issue
             * @example 2026-11-20T09:00:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the ticket, or the name of its type, last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of use
             * @example 2026-11-20T09:00:00.000Z
             */
            usedAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
        };
        /** @description The body of a webhook of type `ticket.check_in_undone` */
        TicketCheckInUndoneWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "ticket.check_in_undone";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Ticket"];
        };
        /** @description A ticket. `answers` need the scope `orders:read:pii` */
        TicketDetail: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description `valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /**
             * Format: date-time
             * @description Time of issue
             * @example 2026-11-20T09:00:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the ticket, or the name of its type, last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of use
             * @example 2026-11-20T09:00:00.000Z
             */
            usedAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @description The answers in the sequence of the questions */
            answers?: components["schemas"]["Answer"][];
        };
        /** @description The gate at which a ticket was used */
        TicketGate: {
            /**
             * @description Id of the gate
             * @example gat_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Name of the gate
             * @example Main entrance
             */
            name: string;
        };
        /** @description The body of a webhook of type `ticket.issued` */
        TicketIssuedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "ticket.issued";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Ticket"];
        };
        TicketPage: {
            data: components["schemas"]["Ticket"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        TicketType: {
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Name shown to buyers
             * @example Half marathon
             */
            name: string;
            /** @description Description */
            description: string | null;
            /**
             * @description Category, for example the distance of a race or the class of a seat
             * @example 21K
             */
            category: string | null;
            /**
             * Format: int64
             * @description Unit price, in minor units of `currency`
             * @example 4900
             */
            price: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited
             * @example 2
             */
            quantity: number | null;
            /**
             * Format: int64
             * @description Sold quantity. It does not change `updatedAt`
             * @example 2
             */
            sold: number;
            /**
             * Format: int64
             * @description Quantity held by pending orders. It does not change `updatedAt`
             * @example 2
             */
            reserved: number;
            /**
             * Format: int64
             * @description Quantity that can be bought now; null: unlimited. It does not change `updatedAt`
             * @example 2
             */
            available: number | null;
            /**
             * Format: int64
             * @description Minimum quantity in one order
             * @example 2
             */
            minPerOrder: number;
            /**
             * Format: date-time
             * @description When sales start; null: as soon as the event is published
             * @example 2026-11-20T09:00:00.000Z
             */
            salesStartAt: string | null;
            /**
             * Format: date-time
             * @description When sales end; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null
             * @example 2026-11-20T09:00:00.000Z
             */
            salesEndAt: string | null;
            /**
             * @description An archived ticket type is not sold
             * @enum {string}
             */
            status: "active" | "archived";
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position: number;
            /**
             * Format: int64
             * @description Maximum quantity in one order; null: 10, or `minPerOrder` if it is greater
             * @example 2
             */
            maxPerOrder: number | null;
            /**
             * Format: date-time
             * @description When its holders start; null: with the event
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string | null;
            /** @description Whether buyers see how many of its tickets are left */
            showsQuantityLeft: boolean;
            /**
             * @description Whether a reservation must have the name of each ticket holder. `none`: buyers are not asked for it
             * @enum {string}
             */
            holderName: "required" | "optional" | "none";
            ageRule: components["schemas"]["AgeRule"] | null;
            bibs: components["schemas"]["Bibs"] | null;
            categoryRule: components["schemas"]["CategoryRule"] | null;
            translations?: components["schemas"]["TicketTypeTranslations"];
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
        };
        TicketTypeAvailability: {
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /** @description Whether no units are left */
            soldOut: boolean;
            /** @description Whether it is not sold out and the current time is within its sales dates */
            onSale: boolean;
        };
        /** @description The texts in one language */
        TicketTypeTexts: {
            /**
             * @description Name shown to buyers
             * @example Half marathon
             */
            name?: string;
            /** @description Description */
            description?: string;
            /** @description Category */
            category?: string;
        };
        /** @description The texts in one language */
        TicketTypeTextsPatch: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name?: string | null;
            /** @description Description */
            description?: string | null;
            /**
             * @description Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading
             * @example 21K
             */
            category?: string | null;
        };
        /**
         * @description The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language
         * @example {
         *       "de": {
         *         "name": "Halbmarathon",
         *         "category": "Laufen"
         *       }
         *     }
         */
        TicketTypeTranslations: {
            en?: components["schemas"]["TicketTypeTexts"];
            de?: components["schemas"]["TicketTypeTexts"];
            fr?: components["schemas"]["TicketTypeTexts"];
            es?: components["schemas"]["TicketTypeTexts"];
            it?: components["schemas"]["TicketTypeTexts"];
            nl?: components["schemas"]["TicketTypeTexts"];
            pl?: components["schemas"]["TicketTypeTexts"];
        };
        /**
         * @description The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language. Absent languages and texts keep their values; null removes them
         * @example {
         *       "de": {
         *         "name": "Halbmarathon",
         *         "category": "Laufen"
         *       }
         *     }
         */
        TicketTypeTranslationsPatch: {
            en?: components["schemas"]["TicketTypeTextsPatch"] | null;
            de?: components["schemas"]["TicketTypeTextsPatch"] | null;
            fr?: components["schemas"]["TicketTypeTextsPatch"] | null;
            es?: components["schemas"]["TicketTypeTextsPatch"] | null;
            it?: components["schemas"]["TicketTypeTextsPatch"] | null;
            nl?: components["schemas"]["TicketTypeTextsPatch"] | null;
            pl?: components["schemas"]["TicketTypeTextsPatch"] | null;
        };
        /** @description The body of a webhook of type `ticket.updated` */
        TicketUpdatedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "ticket.updated";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["UpdatedTicket"];
        };
        /** @description The body of a webhook of type `ticket.used` */
        TicketUsedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "ticket.used";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["UsedTicket"];
        };
        /** @description The body of a webhook of type `ticket.voided` */
        TicketVoidedWebhook: {
            /**
             * @description Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "ticket.voided";
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["Ticket"];
        };
        /** @description A type of webhook event to make happen */
        TriggerRequest: {
            /**
             * @description The type of the event
             * @enum {string}
             */
            type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
            /**
             * @description Id of an event of the sandbox to use instead of a new one. A draft is published; a ticket type and an add-on are added if it has none that can be bought. `event.created`, `endpoint.disabled` and `ping` ignore it
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId?: string;
        };
        /** @description The events that a trigger has emitted */
        TriggerResult: {
            /**
             * @description The type in the request
             * @enum {string}
             */
            type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
            /** @description The types of the emitted events, in the order of their `sequence` */
            emitted: ("order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping")[];
            /**
             * @description Id of the event that was created or used
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string | null;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string | null;
            ticketIds: string[];
            /** @description The emitted events, in the order of their `sequence` */
            events: components["schemas"]["TriggeredEvent"][];
        };
        /** @description A webhook event that a trigger has emitted */
        TriggeredEvent: {
            /**
             * @description Id of the event, as in the feed
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description The type of the event
             * @enum {string}
             */
            type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
            /**
             * @description Id of the resource in `data`, or its order number
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            objectId: string | null;
            deliveryIds: string[];
        };
        /**
         * @description The fields of an add-on to change
         * @example {
         *       "status": "archived"
         *     }
         */
        UpdateAddon: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name?: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type?: string;
            /**
             * Format: int64
             * @description Unit price, in minor units of the event's currency
             * @example 4900
             */
            price?: number;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * Format: int32
             * @description Number of units in one purchase; each unit is consumed separately
             * @example 2
             */
            unitsPerPurchase?: number;
            /**
             * @description Whether it is bought for the order, or for a ticket holder, such as a shirt; by default `order`. A change concerns later orders
             * @enum {string}
             */
            assignedTo?: "order" | "holder";
            /**
             * Format: int32
             * @description Maximum quantity for each ticket holder, if `assignedTo` is `holder`; null: 1
             */
            maxPerHolder?: number | null;
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units
             * @example 2000
             */
            quantity?: number | null;
            /**
             * @description An archived ticket type or add-on is not sold. It can become active again
             * @enum {string}
             */
            status?: "active" | "archived";
            translations?: components["schemas"]["AddonTranslationsPatch"] | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description The fields of an event to change
         * @example {
         *       "status": "published",
         *       "venue": {
         *         "address": "Quay Street 1"
         *       }
         *     }
         */
        UpdateEvent: {
            /**
             * Format: visible-text
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name?: string;
            /**
             * Format: date-time
             * @description When the event starts: RFC 3339 with any UTC offset
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt?: string;
            /**
             * @description A draft can be published or archived. A published event can be archived; without orders, the dashboard can make it a draft again. Archiving cannot be undone
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /**
             * @description Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events
             * @example harbour-city-marathon-2027
             */
            slug?: string;
            /** @description Description */
            description?: string | null;
            /**
             * Format: date-time
             * @description When the event ends: not before `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt?: string | null;
            /**
             * @description IANA time zone of the venue
             * @example Europe/Berlin
             */
            timezone?: string;
            venue?: components["schemas"]["VenueFields"] | null;
            /**
             * @description URL of the poster image. It begins with https:// and contains no user name and no password
             * @example https://images.example.com/harbour-city-marathon-2027.jpg
             */
            posterUrl?: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * @description The language of the page and of e-mails for a buyer whose own language is not known, or is none of these; by default `en`
             * @enum {string}
             */
            defaultLanguage?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
            /**
             * @description How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two. With `firstAndLast`, a name that is required has both parts; by default `full`
             * @enum {string}
             */
            nameFields?: "full" | "firstAndLast";
            waitingRoom?: components["schemas"]["WaitingRoomFields"] | null;
            translations?: components["schemas"]["EventTranslationsPatch"] | null;
            /**
             * Format: date-time
             * @description Until when buyers can change their answers to questions; null: until `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            answersUntil?: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description The fields of an order to change
         * @example {
         *       "metadata": {
         *         "costCenter": "4711"
         *       }
         *     }
         */
        UpdateOrder: {
            buyer?: components["schemas"]["BuyerAnswers"];
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description The fields of a question to change
         * @example {
         *       "isRequired": false
         *     }
         */
        UpdateQuestion: {
            /**
             * Format: visible-text
             * @description The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`
             * @example T-shirt size
             */
            label?: string;
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position?: number;
            /** @description Explanation below the question */
            help?: string | null;
            /**
             * @description Whether it must be answered
             * @example true
             */
            isRequired?: boolean;
            /**
             * @description All options of `choice` and `choices`, in their sequence. An option that is left out is removed, or archived if it was chosen
             * @example [
             *       {
             *         "code": "M",
             *         "label": "Medium"
             *       }
             *     ]
             */
            options?: components["schemas"]["QuestionOptionFields"][] | null;
            minimum?: (number | string) | null;
            maximum?: (number | string) | null;
            /**
             * Format: int32
             * @description The least number of characters (Unicode code points)
             */
            minLength?: number | null;
            /**
             * Format: int32
             * @description The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`
             * @example 40
             */
            maxLength?: number | null;
            /**
             * @description A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups
             * @example [A-Z]{2}\d{6}
             */
            pattern?: string | null;
            default?: (string | number | boolean | string[] | {
                [key: string]: string;
            }) | null;
            shownIf?: components["schemas"]["QuestionConditionFields"] | null;
            /**
             * Format: int32
             * @description The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age
             * @example 17
             */
            maxAge?: number | null;
            /** @description The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them */
            offerIds?: string[] | null;
            /**
             * @description Whether a `consent` is one to advertising. It can then not be required
             * @example false
             */
            isMarketing?: boolean;
            /**
             * Format: int32
             * @description How many days after the end of the event the answers are deleted; null: as all personal data
             * @example 30
             */
            retentionDays?: number | null;
            translations?: components["schemas"]["QuestionTranslationsFields"];
            /** @description true: the question is no longer asked */
            isArchived?: boolean;
        };
        /**
         * @description The fields of a ticket to change
         * @example {
         *       "holderName": "Ada Lovelace",
         *       "metadata": {
         *         "team": "Blue"
         *       }
         *     }
         */
        UpdateTicket: {
            /**
             * Format: visible-text
             * @description Name of the holder in one piece: `firstName` and `lastName` become null. Needs the scope `orders:read:pii`
             * @example Ada Lovelace
             */
            holderName?: string | null;
            /**
             * Format: visible-text
             * @description First name of the holder. If the name of the ticket is not divided, `lastName` is needed, too
             * @example Ada
             */
            firstName?: string;
            /**
             * Format: visible-text
             * @description Last name of the holder
             * @example Lovelace
             */
            lastName?: string;
            /**
             * @description Number of the holder, unique within the event; empty: none. A number that is given here is fixed: a new assignment of all numbers keeps it. Needs the scope `orders:read:pii`
             * @example 217
             */
            bib?: string;
            /**
             * @description Class of the holder, such as an age group. Needs the scope `orders:read:pii`
             * @example W40
             */
            category?: string | null;
            /**
             * @description Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one
             * @example {
             *       "que_01kamz0g5ve4q8v5x2c4g6t0yd": "L"
             *     }
             */
            answers?: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description The fields of a ticket type to change
         * @example {
         *       "quantity": 2500,
         *       "salesEndAt": null
         *     }
         */
        UpdateTicketType: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name?: string;
            /**
             * Format: int64
             * @description Unit price, in minor units of the event's currency
             * @example 4900
             */
            price?: number;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId?: string;
            /** @description Description */
            description?: string | null;
            /**
             * @description Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading
             * @example 21K
             */
            category?: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units
             * @example 2000
             */
            quantity?: number | null;
            /**
             * Format: int32
             * @description Minimum quantity in one order
             */
            minPerOrder?: number;
            /**
             * Format: int32
             * @description Maximum quantity in one order; values above 1,000 have the effect of 1,000. null: 10, or `minPerOrder` if it is greater
             */
            maxPerOrder?: number | null;
            bibs?: components["schemas"]["BibsFields"] | null;
            /**
             * Format: date-time
             * @description When sales start; null: as soon as the event is published
             * @example 2026-11-20T09:00:00.000Z
             */
            salesStartAt?: string | null;
            /**
             * Format: date-time
             * @description When sales end, not before `salesStartAt`; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null
             * @example 2026-11-20T09:00:00.000Z
             */
            salesEndAt?: string | null;
            /**
             * Format: date-time
             * @description When its holders start, such as a wave of a race; null: with the event. Buyers see it. It does not change sales or gates
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt?: string | null;
            /** @description Whether buyers see how many of its tickets are left, in `quantityLeft`; by default false */
            showsQuantityLeft?: boolean;
            /**
             * @description Whether buyers enter the name of each ticket holder; by default `optional`. `none`: they are not asked. It concerns reservations: orders that you create yourself can always leave names open
             * @enum {string}
             */
            holderName?: "required" | "optional" | "none";
            ageRule?: components["schemas"]["AgeRuleFields"] | null;
            categoryRule?: components["schemas"]["CategoryRuleFields"] | null;
            /**
             * @description An archived ticket type or add-on is not sold. It can become active again
             * @enum {string}
             */
            status?: "active" | "archived";
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position?: number;
            translations?: components["schemas"]["TicketTypeTranslationsPatch"] | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description A changed order, without personal fields */
        UpdatedOrder: {
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description State of the order
             * @enum {string}
             */
            status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
            /**
             * @description ISO 4217 code
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the items, in minor units of `currency`
             * @example 4900
             */
            subtotal: number;
            /**
             * Format: int64
             * @description Amount that the buyer pays, in minor units of `currency`
             * @example 4900
             */
            total: number;
            /**
             * Format: int64
             * @description Amount refunded so far, in minor units of `currency`
             * @example 4900
             */
            refundedTotal: number;
            /**
             * Format: int64
             * @description Number of tickets
             * @example 2
             */
            ticketCount: number;
            /**
             * Format: date-time
             * @description When the order was created
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the order or one of its tickets last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the order was paid
             * @example 2026-11-20T09:00:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When a pending order expires and its stock is released
             * @example 2026-11-20T09:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            items: components["schemas"]["OrderItem"][];
            tickets: components["schemas"]["Ticket"][];
            /**
             * @description The changed fields: `buyer.email`, `buyer.name`, `buyer.phone`, `buyer.answers`, `externalId`, `metadata`, `expiresAt`, or `tickets.` with a field of `ticket.updated`. Later versions can add others
             * @example [
             *       "buyer.email",
             *       "tickets.holderName"
             *     ]
             */
            changed: string[];
        };
        /** @description A changed ticket, without personal fields */
        UpdatedTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description `valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /**
             * Format: date-time
             * @description Time of issue
             * @example 2026-11-20T09:00:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the ticket, or the name of its type, last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of use
             * @example 2026-11-20T09:00:00.000Z
             */
            usedAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description The changed fields: `holderName`, `bib`, `category`, `qrValue`, `answers`, `externalId` or `metadata`. Later versions can add others
             * @example [
             *       "holderName"
             *     ]
             */
            changed: string[];
        };
        /**
         * @description The fields of an add-on. If it exists, absent fields keep their values
         * @example {
         *       "name": "Drink voucher",
         *       "type": "drink",
         *       "price": 450,
         *       "unitsPerPurchase": 2,
         *       "quantity": 1000
         *     }
         */
        UpsertAddon: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name: string;
            /**
             * @description Kind of add-on, in one word
             * @example drink
             */
            type: string;
            /**
             * Format: int64
             * @description Unit price, in minor units of the event's currency
             * @example 4900
             */
            price: number;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * Format: int32
             * @description Number of units in one purchase; each unit is consumed separately
             * @example 2
             */
            unitsPerPurchase?: number;
            /**
             * @description Whether it is bought for the order, or for a ticket holder, such as a shirt; by default `order`. A change concerns later orders
             * @enum {string}
             */
            assignedTo?: "order" | "holder";
            /**
             * Format: int32
             * @description Maximum quantity for each ticket holder, if `assignedTo` is `holder`; null: 1
             */
            maxPerHolder?: number | null;
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units
             * @example 2000
             */
            quantity?: number | null;
            /**
             * @description An archived ticket type or add-on is not sold. It can become active again
             * @enum {string}
             */
            status?: "active" | "archived";
            translations?: components["schemas"]["AddonTranslationsPatch"] | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description The fields of an event. If the event exists, absent fields keep their values
         * @example {
         *       "name": "Harbour City Marathon 2027",
         *       "description": "Four distances along the harbour",
         *       "startsAt": "2027-05-09T09:00:00+02:00",
         *       "endsAt": "2027-05-09T17:00:00+02:00",
         *       "timezone": "Europe/Berlin",
         *       "venue": {
         *         "name": "Harbour Stadium",
         *         "address": "Quay Street 1",
         *         "city": "Hamburg",
         *         "country": "Germany"
         *       },
         *       "posterUrl": "https://images.example.com/harbour-city-marathon-2027.jpg",
         *       "translations": {
         *         "de": {
         *           "name": "Hafenstadt-Marathon 2027",
         *           "description": "Vier Strecken am Hafen"
         *         }
         *       }
         *     }
         */
        UpsertEvent: {
            /**
             * Format: visible-text
             * @description Name of the event
             * @example Harbour City Marathon 2027
             */
            name: string;
            /**
             * Format: date-time
             * @description When the event starts: RFC 3339 with any UTC offset
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt: string;
            /**
             * @description State of a new event, by default `draft`, or the state to change to
             * @enum {string}
             */
            status?: "draft" | "published";
            /**
             * @description Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events
             * @example harbour-city-marathon-2027
             */
            slug?: string;
            /** @description Description */
            description?: string | null;
            /**
             * Format: date-time
             * @description When the event ends: not before `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            endsAt?: string | null;
            /**
             * @description IANA time zone of the venue
             * @example Europe/Berlin
             */
            timezone?: string;
            venue?: components["schemas"]["VenueFields"] | null;
            /**
             * @description URL of the poster image. It begins with https:// and contains no user name and no password
             * @example https://images.example.com/harbour-city-marathon-2027.jpg
             */
            posterUrl?: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * @description The language of the page and of e-mails for a buyer whose own language is not known, or is none of these; by default `en`
             * @enum {string}
             */
            defaultLanguage?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
            /**
             * @description How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two. With `firstAndLast`, a name that is required has both parts; by default `full`
             * @enum {string}
             */
            nameFields?: "full" | "firstAndLast";
            waitingRoom?: components["schemas"]["WaitingRoomFields"] | null;
            translations?: components["schemas"]["EventTranslationsPatch"] | null;
            /**
             * Format: date-time
             * @description Until when buyers can change their answers to questions; null: until `startsAt`
             * @example 2026-11-20T09:00:00.000Z
             */
            answersUntil?: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @description The fields of a ticket type. If it exists, absent fields keep their values
         * @example {
         *       "name": "Half marathon",
         *       "category": "21K",
         *       "price": 4900,
         *       "quantity": 2000,
         *       "salesStartAt": "2026-09-01T08:00:00.000Z"
         *     }
         */
        UpsertTicketType: {
            /**
             * Format: visible-text
             * @description Name shown to buyers
             * @example Half marathon
             */
            name: string;
            /**
             * Format: int64
             * @description Unit price, in minor units of the event's currency
             * @example 4900
             */
            price: number;
            /** @description Description */
            description?: string | null;
            /**
             * @description Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading
             * @example 21K
             */
            category?: string | null;
            /**
             * @description ISO 4217 code
             * @example EUR
             * @enum {string}
             */
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
            /**
             * Format: int64
             * @description Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units
             * @example 2000
             */
            quantity?: number | null;
            /**
             * Format: int32
             * @description Minimum quantity in one order
             */
            minPerOrder?: number;
            /**
             * Format: int32
             * @description Maximum quantity in one order; values above 1,000 have the effect of 1,000. null: 10, or `minPerOrder` if it is greater
             */
            maxPerOrder?: number | null;
            bibs?: components["schemas"]["BibsFields"] | null;
            /**
             * Format: date-time
             * @description When sales start; null: as soon as the event is published
             * @example 2026-11-20T09:00:00.000Z
             */
            salesStartAt?: string | null;
            /**
             * Format: date-time
             * @description When sales end, not before `salesStartAt`; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null
             * @example 2026-11-20T09:00:00.000Z
             */
            salesEndAt?: string | null;
            /**
             * Format: date-time
             * @description When its holders start, such as a wave of a race; null: with the event. Buyers see it. It does not change sales or gates
             * @example 2026-11-20T09:00:00.000Z
             */
            startsAt?: string | null;
            /** @description Whether buyers see how many of its tickets are left, in `quantityLeft`; by default false */
            showsQuantityLeft?: boolean;
            /**
             * @description Whether buyers enter the name of each ticket holder; by default `optional`. `none`: they are not asked. It concerns reservations: orders that you create yourself can always leave names open
             * @enum {string}
             */
            holderName?: "required" | "optional" | "none";
            ageRule?: components["schemas"]["AgeRuleFields"] | null;
            categoryRule?: components["schemas"]["CategoryRuleFields"] | null;
            /**
             * @description An archived ticket type or add-on is not sold. It can become active again
             * @enum {string}
             */
            status?: "active" | "archived";
            /**
             * Format: int32
             * @description Position in lists: lower positions come first
             */
            position?: number;
            translations?: components["schemas"]["TicketTypeTranslationsPatch"] | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description A used ticket, without personal fields. `gate` is null if it was used without a scan at a gate */
        UsedTicket: {
            /**
             * @description Id of the ticket
             * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Order number
             * @example 7K3Q9MX2PA
             */
            orderNumber: string;
            /**
             * @description Id of the event
             * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Id of the ticket type
             * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            ticketTypeId: string;
            /**
             * @description Name of the ticket type
             * @example Half marathon
             */
            ticketTypeName: string;
            /**
             * @description `valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded
             * @enum {string}
             */
            status: "valid" | "used" | "void";
            /**
             * Format: date-time
             * @description Time of issue
             * @example 2026-11-20T09:00:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the ticket, or the name of its type, last changed
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of use
             * @example 2026-11-20T09:00:00.000Z
             */
            usedAt: string | null;
            /**
             * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
             * @example spring-2027
             */
            externalId: string | null;
            /**
             * @description Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it
             * @example {
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            gate: components["schemas"]["TicketGate"] | null;
        };
        Venue: {
            /** @description Name of the venue */
            name: string | null;
            /** @description Street and number */
            address: string | null;
            /** @description City */
            city: string | null;
            /** @description Country */
            country: string | null;
        };
        VenueFields: {
            /**
             * @description Name of the venue
             * @example Harbour Stadium
             */
            name?: string | null;
            /**
             * @description Street and number
             * @example Quay Street 1
             */
            address?: string | null;
            /**
             * @description City
             * @example Hamburg
             */
            city?: string | null;
            /**
             * @description Country
             * @example Germany
             */
            country?: string | null;
        };
        /** @description A waiting room in front of the sale of an event */
        WaitingRoom: {
            /**
             * Format: int64
             * @description How many visitors are admitted to the page of the event in a minute
             * @example 2
             */
            admitPerMinute: number;
        };
        /** @description A waiting room in front of the sale: visitors beyond this number wait for their turn. null: no waiting room */
        WaitingRoomFields: {
            /**
             * Format: int32
             * @description How many visitors are admitted to the page of the event in a minute
             * @example 200
             */
            admitPerMinute: number;
        };
        /** @description A delivery to an endpoint */
        WebhookDelivery: {
            /**
             * @description Id of the delivery
             * @example dlv_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Id of the endpoint
             * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            endpointId: string;
            /**
             * @description Id of the event
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            eventId: string;
            /**
             * @description Type of the event
             * @example order.paid
             */
            eventType: string;
            /**
             * @description `pending`: there will be an attempt; `failed`: no attempt succeeded; `cancelled`: the endpoint was disabled before it succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            /**
             * Format: int64
             * @description Finished attempts since the delivery was created or last resent
             * @example 2
             */
            attemptCount: number;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if there is none
             * @example 2026-11-20T09:00:00.000Z
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Creation of the delivery
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        /** @description An endpoint that receives events, without its secret */
        WebhookEndpoint: {
            /**
             * @description Id of the endpoint
             * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description URL to which events are sent
             * @example https://hooks.example.org/tickets
             */
            url: string;
            /**
             * @description Purpose of the endpoint
             * @example Syncs orders into the CRM
             */
            description: string | null;
            /** @description Event types that the endpoint subscribes to; `order.*` for all that begin with `order.`, `["*"]` for all types */
            events: string[];
            /**
             * @description `enabled`: events are sent to the endpoint; `disabled`: no events are sent
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Reason why the endpoint is disabled */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description Time of the registration
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        WebhookEndpointPage: {
            data: components["schemas"]["WebhookEndpointWithHealth"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        /** @description A webhook endpoint */
        WebhookEndpointSettings: {
            /**
             * @description Id of the endpoint
             * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description URL to which events are sent
             * @example https://hooks.example.org/tickets
             */
            url: string;
            /**
             * @description Purpose of the endpoint
             * @example Syncs orders into the CRM
             */
            description: string | null;
            /** @description Event types that the endpoint subscribes to; `order.*` for all that begin with `order.`, `["*"]` for all types */
            events: string[];
            /**
             * @description `enabled`: events are sent to the endpoint; `disabled`: no events are sent
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Reason why the endpoint is disabled */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description Time of the registration
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success; null if the endpoint is not failing
             * @example 2026-11-20T09:00:00.000Z
             */
            failingSince: string | null;
            /** @description Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks) */
            ed25519: boolean;
            /** @description Headers that are added to each delivery. Their values are secrets and cannot be read */
            headers: components["schemas"]["StoredHeader"][];
            throttle: components["schemas"]["EndpointThrottle"] | null;
            /** @description Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events */
            eventIds: string[];
        };
        /** @description The fields to change */
        WebhookEndpointUpdate: {
            /**
             * @description URL to which events are sent
             * @example https://hooks.example.org/tickets
             */
            url?: string;
            /** @description Event types that the endpoint subscribes to; `order.*` for all types that begin with `order.`, and `["*"]` for all types, also later ones */
            events?: string[];
            /**
             * @description Purpose of the endpoint
             * @example Syncs orders into the CRM
             */
            description?: string | null;
            /** @description Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks) */
            ed25519?: boolean;
            /** @description Headers that are added to each delivery. They replace the stored headers. Headers that the service sets itself, such as `webhook-…` and `Content-Type`, are not allowed */
            headers?: components["schemas"]["CustomHeader"][];
            throttle?: components["schemas"]["NewEndpointThrottle"] | null;
            /** @description Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events */
            eventIds?: string[];
        };
        /** @description A webhook endpoint with its health */
        WebhookEndpointWithHealth: {
            /**
             * @description Id of the endpoint
             * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description URL to which events are sent
             * @example https://hooks.example.org/tickets
             */
            url: string;
            /**
             * @description Purpose of the endpoint
             * @example Syncs orders into the CRM
             */
            description: string | null;
            /** @description Event types that the endpoint subscribes to; `order.*` for all that begin with `order.`, `["*"]` for all types */
            events: string[];
            /**
             * @description `enabled`: events are sent to the endpoint; `disabled`: no events are sent
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Reason why the endpoint is disabled */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description Time of the registration
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success; null if the endpoint is not failing
             * @example 2026-11-20T09:00:00.000Z
             */
            failingSince: string | null;
            /** @description Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks) */
            ed25519: boolean;
            /** @description Headers that are added to each delivery. Their values are secrets and cannot be read */
            headers: components["schemas"]["StoredHeader"][];
            throttle: components["schemas"]["EndpointThrottle"] | null;
            /** @description Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events */
            eventIds: string[];
            health: components["schemas"]["EndpointHealth"];
        };
        /** @description An event, as it is sent to endpoints */
        WebhookEvent: {
            /**
             * @description Id of the event
             * @example msg_01kamz0g5ve4q8v5x2c4g6t0yd
             */
            id: string;
            /**
             * @description Type of the event
             * @example order.paid
             */
            type: string;
            /**
             * @description Version of the API whose format `data` has
             * @enum {string}
             */
            apiVersion: "v1";
            /**
             * Format: date-time
             * @description Time of the event
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Position of the event in the feed
             * @example 2
             */
            sequence: number;
            /**
             * @description The resource at the time of the event, as in the webhook of this type
             * @example {
             *       "orderNumber": "7K3Q9MX2PA",
             *       "status": "paid"
             *     }
             */
            data: Record<string, never>;
        };
        WebhookEventFeed: {
            data: components["schemas"]["WebhookEvent"][];
            /** @description Whether there is a next page */
            hasMore: boolean;
            /** @description The value of `cursor` for the next page */
            nextCursor: string | null;
        };
        WebhookTest: {
            /**
             * @description Type of the event
             * @enum {string}
             */
            type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.expired" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.voided" | "ticket.updated" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
        };
        /** @description Only of a consent that was withdrawn: when, and the `value` that was given. `value` of the answer is then `false`, and its label, version, language and `answeredAt` are those of the consent as it was given */
        WithdrawnConsent: {
            /**
             * Format: date-time
             * @description When the consent was withdrawn
             * @example 2026-11-20T09:00:00.000Z
             */
            at: string;
            /**
             * @description The value: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`
             * @example M
             */
            value: string | number | boolean | string[] | {
                [key: string]: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ConsumeRequest = components['schemas']['ConsumeRequest'];
export type ConsumeResult = components['schemas']['ConsumeResult'];
export type Consumption = components['schemas']['Consumption'];
export type ConsumptionReversal = components['schemas']['ConsumptionReversal'];
export type Entitlement = components['schemas']['Entitlement'];
export type FieldError = components['schemas']['FieldError'];
export type Gate = components['schemas']['Gate'];
export type GateContext = components['schemas']['GateContext'];
export type GateCounts = components['schemas']['GateCounts'];
export type GateDevice = components['schemas']['GateDevice'];
export type GateDeviceStatus = components['schemas']['GateDeviceStatus'];
export type GateEvent = components['schemas']['GateEvent'];
export type GateFoundTicket = components['schemas']['GateFoundTicket'];
export type GateLookupRequest = components['schemas']['GateLookupRequest'];
export type GateLookupResult = components['schemas']['GateLookupResult'];
export type GateMinute = components['schemas']['GateMinute'];
export type GateOfflineScan = components['schemas']['GateOfflineScan'];
export type GateOrganizer = components['schemas']['GateOrganizer'];
export type GatePairRequest = components['schemas']['GatePairRequest'];
export type GatePairing = components['schemas']['GatePairing'];
export type GatePreviousScan = components['schemas']['GatePreviousScan'];
export type GateScan = components['schemas']['GateScan'];
export type GateScanBatch = components['schemas']['GateScanBatch'];
export type GateScanBatchResult = components['schemas']['GateScanBatchResult'];
export type GateScanRequest = components['schemas']['GateScanRequest'];
export type GateSearchResult = components['schemas']['GateSearchResult'];
export type GateServerTime = components['schemas']['GateServerTime'];
export type GateStats = components['schemas']['GateStats'];
export type GateTicket = components['schemas']['GateTicket'];
export type GateTicketType = components['schemas']['GateTicketType'];
export type HolderAddon = components['schemas']['HolderAddon'];
export type Problem = components['schemas']['Problem'];
export type ReversalRequest = components['schemas']['ReversalRequest'];
export type Addon = components['schemas']['Addon'];
export type AddonAvailability = components['schemas']['AddonAvailability'];
export type AddonConsumedWebhook = components['schemas']['AddonConsumedWebhook'];
export type AddonConsumptionReversedWebhook = components['schemas']['AddonConsumptionReversedWebhook'];
export type AddonGrantedWebhook = components['schemas']['AddonGrantedWebhook'];
export type AddonTexts = components['schemas']['AddonTexts'];
export type AddonTextsPatch = components['schemas']['AddonTextsPatch'];
export type AddonTranslations = components['schemas']['AddonTranslations'];
export type AddonTranslationsPatch = components['schemas']['AddonTranslationsPatch'];
export type AgeClass = components['schemas']['AgeClass'];
export type AgeClassFields = components['schemas']['AgeClassFields'];
export type AgeRule = components['schemas']['AgeRule'];
export type AgeRuleFields = components['schemas']['AgeRuleFields'];
export type Answer = components['schemas']['Answer'];
export type AssignBibs = components['schemas']['AssignBibs'];
export type AssignedBibs = components['schemas']['AssignedBibs'];
export type Attendee = components['schemas']['Attendee'];
export type AttendeeAddon = components['schemas']['AttendeeAddon'];
export type AttendeeBuyer = components['schemas']['AttendeeBuyer'];
export type AttendeePage = components['schemas']['AttendeePage'];
export type Availability = components['schemas']['Availability'];
export type Bibs = components['schemas']['Bibs'];
export type BibsFields = components['schemas']['BibsFields'];
export type Buyer = components['schemas']['Buyer'];
export type BuyerAnswers = components['schemas']['BuyerAnswers'];
export type BuyerDetails = components['schemas']['BuyerDetails'];
export type BuyerOrder = components['schemas']['BuyerOrder'];
export type BuyerTicket = components['schemas']['BuyerTicket'];
export type BuyerToken = components['schemas']['BuyerToken'];
export type CancelRequest = components['schemas']['CancelRequest'];
export type Cancellation = components['schemas']['Cancellation'];
export type CancelledReservation = components['schemas']['CancelledReservation'];
export type CartAddon = components['schemas']['CartAddon'];
export type CartAttendee = components['schemas']['CartAttendee'];
export type CartHolderAddon = components['schemas']['CartHolderAddon'];
export type CartTicket = components['schemas']['CartTicket'];
export type CategoryRule = components['schemas']['CategoryRule'];
export type CategoryRuleFields = components['schemas']['CategoryRuleFields'];
export type ChangedAddon = components['schemas']['ChangedAddon'];
export type ChangedBib = components['schemas']['ChangedBib'];
export type ChangedEvent = components['schemas']['ChangedEvent'];
export type ChangedTicketType = components['schemas']['ChangedTicketType'];
export type CheckIn = components['schemas']['CheckIn'];
export type CheckInRequest = components['schemas']['CheckInRequest'];
export type CheckedInTicket = components['schemas']['CheckedInTicket'];
export type ConsumptionPage = components['schemas']['ConsumptionPage'];
export type CreateAddon = components['schemas']['CreateAddon'];
export type CreateEvent = components['schemas']['CreateEvent'];
export type CreateQuestion = components['schemas']['CreateQuestion'];
export type CreateTicketType = components['schemas']['CreateTicketType'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type CustomHeader = components['schemas']['CustomHeader'];
export type DeliveredEvent = components['schemas']['DeliveredEvent'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryDetail = components['schemas']['DeliveryDetail'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DisputedOrder = components['schemas']['DisputedOrder'];
export type EndpointDisabledWebhook = components['schemas']['EndpointDisabledWebhook'];
export type EndpointFailure = components['schemas']['EndpointFailure'];
export type EndpointHealth = components['schemas']['EndpointHealth'];
export type EndpointHour = components['schemas']['EndpointHour'];
export type EndpointQueue = components['schemas']['EndpointQueue'];
export type EndpointThrottle = components['schemas']['EndpointThrottle'];
export type EntitlementPage = components['schemas']['EntitlementPage'];
export type Event = components['schemas']['Event'];
export type EventArchivedWebhook = components['schemas']['EventArchivedWebhook'];
export type EventCreatedWebhook = components['schemas']['EventCreatedWebhook'];
export type EventDeletedWebhook = components['schemas']['EventDeletedWebhook'];
export type EventOnSale = components['schemas']['EventOnSale'];
export type EventPage = components['schemas']['EventPage'];
export type EventPublishedWebhook = components['schemas']['EventPublishedWebhook'];
export type EventTexts = components['schemas']['EventTexts'];
export type EventTextsPatch = components['schemas']['EventTextsPatch'];
export type EventTranslations = components['schemas']['EventTranslations'];
export type EventTranslationsPatch = components['schemas']['EventTranslationsPatch'];
export type EventUpdatedWebhook = components['schemas']['EventUpdatedWebhook'];
export type FeeBreakdown = components['schemas']['FeeBreakdown'];
export type ItemToRefund = components['schemas']['ItemToRefund'];
export type ListedAttendee = components['schemas']['ListedAttendee'];
export type ListedDelivery = components['schemas']['ListedDelivery'];
export type Me = components['schemas']['Me'];
export type MeKey = components['schemas']['MeKey'];
export type MeLimits = components['schemas']['MeLimits'];
export type MeOrganizer = components['schemas']['MeOrganizer'];
export type NewBuyer = components['schemas']['NewBuyer'];
export type NewEndpointThrottle = components['schemas']['NewEndpointThrottle'];
export type NewOrder = components['schemas']['NewOrder'];
export type NewRefund = components['schemas']['NewRefund'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type Order = components['schemas']['Order'];
export type OrderAnonymizedWebhook = components['schemas']['OrderAnonymizedWebhook'];
export type OrderCancelledWebhook = components['schemas']['OrderCancelledWebhook'];
export type OrderCreatedWebhook = components['schemas']['OrderCreatedWebhook'];
export type OrderDetail = components['schemas']['OrderDetail'];
export type OrderDispute = components['schemas']['OrderDispute'];
export type OrderDisputedWebhook = components['schemas']['OrderDisputedWebhook'];
export type OrderExpiredWebhook = components['schemas']['OrderExpiredWebhook'];
export type OrderItem = components['schemas']['OrderItem'];
export type OrderPage = components['schemas']['OrderPage'];
export type OrderPaidWebhook = components['schemas']['OrderPaidWebhook'];
export type OrderRefundedWebhook = components['schemas']['OrderRefundedWebhook'];
export type OrderSnapshot = components['schemas']['OrderSnapshot'];
export type OrderTicket = components['schemas']['OrderTicket'];
export type OrderUpdatedWebhook = components['schemas']['OrderUpdatedWebhook'];
export type OtpRequest = components['schemas']['OtpRequest'];
export type OtpSent = components['schemas']['OtpSent'];
export type OtpVerifyRequest = components['schemas']['OtpVerifyRequest'];
export type OwnAnswers = components['schemas']['OwnAnswers'];
export type OwnOrderAnswers = components['schemas']['OwnOrderAnswers'];
export type OwnTicketAnswers = components['schemas']['OwnTicketAnswers'];
export type PayRequest = components['schemas']['PayRequest'];
export type PayResult = components['schemas']['PayResult'];
export type Payment = components['schemas']['Payment'];
export type PaymentInstructions = components['schemas']['PaymentInstructions'];
export type PaymentPage = components['schemas']['PaymentPage'];
export type PaymentReceivedWebhook = components['schemas']['PaymentReceivedWebhook'];
export type Ping = components['schemas']['Ping'];
export type PingWebhook = components['schemas']['PingWebhook'];
export type PricedLine = components['schemas']['PricedLine'];
export type ProviderRefund = components['schemas']['ProviderRefund'];
export type PublicAddon = components['schemas']['PublicAddon'];
export type PublicEvent = components['schemas']['PublicEvent'];
export type PublicEventPage = components['schemas']['PublicEventPage'];
export type PublicOrganizer = components['schemas']['PublicOrganizer'];
export type PublicQuestion = components['schemas']['PublicQuestion'];
export type PublicQuestionOption = components['schemas']['PublicQuestionOption'];
export type PublicTicketType = components['schemas']['PublicTicketType'];
export type Question = components['schemas']['Question'];
export type QuestionCondition = components['schemas']['QuestionCondition'];
export type QuestionConditionFields = components['schemas']['QuestionConditionFields'];
export type QuestionList = components['schemas']['QuestionList'];
export type QuestionOption = components['schemas']['QuestionOption'];
export type QuestionOptionFields = components['schemas']['QuestionOptionFields'];
export type QuestionTranslation = components['schemas']['QuestionTranslation'];
export type QuestionTranslationFields = components['schemas']['QuestionTranslationFields'];
export type QuestionTranslations = components['schemas']['QuestionTranslations'];
export type QuestionTranslationsFields = components['schemas']['QuestionTranslationsFields'];
export type Quote = components['schemas']['Quote'];
export type QuoteRequest = components['schemas']['QuoteRequest'];
export type ReceivedMoney = components['schemas']['ReceivedMoney'];
export type ReceivedPayment = components['schemas']['ReceivedPayment'];
export type Refund = components['schemas']['Refund'];
export type RefundCreatedWebhook = components['schemas']['RefundCreatedWebhook'];
export type RefundFailedWebhook = components['schemas']['RefundFailedWebhook'];
export type RefundPage = components['schemas']['RefundPage'];
export type RefundPreview = components['schemas']['RefundPreview'];
export type RefundSucceededWebhook = components['schemas']['RefundSucceededWebhook'];
export type RefundableItem = components['schemas']['RefundableItem'];
export type RefundableTicket = components['schemas']['RefundableTicket'];
export type RefundedItem = components['schemas']['RefundedItem'];
export type RefusedBibRow = components['schemas']['RefusedBibRow'];
export type RequestHeader = components['schemas']['RequestHeader'];
export type Reservation = components['schemas']['Reservation'];
export type ReserveRequest = components['schemas']['ReserveRequest'];
export type RotatedSecret = components['schemas']['RotatedSecret'];
export type SecretRotation = components['schemas']['SecretRotation'];
export type Settlement = components['schemas']['Settlement'];
export type SettlementPage = components['schemas']['SettlementPage'];
export type SettlementPaidWebhook = components['schemas']['SettlementPaidWebhook'];
export type SettlementUpdatedWebhook = components['schemas']['SettlementUpdatedWebhook'];
export type Shortage = components['schemas']['Shortage'];
export type SoldAddon = components['schemas']['SoldAddon'];
export type SoldAttendee = components['schemas']['SoldAttendee'];
export type SoldHolderAddon = components['schemas']['SoldHolderAddon'];
export type SoldTicket = components['schemas']['SoldTicket'];
export type StoredHeader = components['schemas']['StoredHeader'];
export type Ticket = components['schemas']['Ticket'];
export type TicketCheckInUndoneWebhook = components['schemas']['TicketCheckInUndoneWebhook'];
export type TicketDetail = components['schemas']['TicketDetail'];
export type TicketGate = components['schemas']['TicketGate'];
export type TicketIssuedWebhook = components['schemas']['TicketIssuedWebhook'];
export type TicketPage = components['schemas']['TicketPage'];
export type TicketType = components['schemas']['TicketType'];
export type TicketTypeAvailability = components['schemas']['TicketTypeAvailability'];
export type TicketTypeTexts = components['schemas']['TicketTypeTexts'];
export type TicketTypeTextsPatch = components['schemas']['TicketTypeTextsPatch'];
export type TicketTypeTranslations = components['schemas']['TicketTypeTranslations'];
export type TicketTypeTranslationsPatch = components['schemas']['TicketTypeTranslationsPatch'];
export type TicketUpdatedWebhook = components['schemas']['TicketUpdatedWebhook'];
export type TicketUsedWebhook = components['schemas']['TicketUsedWebhook'];
export type TicketVoidedWebhook = components['schemas']['TicketVoidedWebhook'];
export type TriggerRequest = components['schemas']['TriggerRequest'];
export type TriggerResult = components['schemas']['TriggerResult'];
export type TriggeredEvent = components['schemas']['TriggeredEvent'];
export type UpdateAddon = components['schemas']['UpdateAddon'];
export type UpdateEvent = components['schemas']['UpdateEvent'];
export type UpdateOrder = components['schemas']['UpdateOrder'];
export type UpdateQuestion = components['schemas']['UpdateQuestion'];
export type UpdateTicket = components['schemas']['UpdateTicket'];
export type UpdateTicketType = components['schemas']['UpdateTicketType'];
export type UpdatedOrder = components['schemas']['UpdatedOrder'];
export type UpdatedTicket = components['schemas']['UpdatedTicket'];
export type UpsertAddon = components['schemas']['UpsertAddon'];
export type UpsertEvent = components['schemas']['UpsertEvent'];
export type UpsertTicketType = components['schemas']['UpsertTicketType'];
export type UsedTicket = components['schemas']['UsedTicket'];
export type Venue = components['schemas']['Venue'];
export type VenueFields = components['schemas']['VenueFields'];
export type WaitingRoom = components['schemas']['WaitingRoom'];
export type WaitingRoomFields = components['schemas']['WaitingRoomFields'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointPage = components['schemas']['WebhookEndpointPage'];
export type WebhookEndpointSettings = components['schemas']['WebhookEndpointSettings'];
export type WebhookEndpointUpdate = components['schemas']['WebhookEndpointUpdate'];
export type WebhookEndpointWithHealth = components['schemas']['WebhookEndpointWithHealth'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookEventFeed = components['schemas']['WebhookEventFeed'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WithdrawnConsent = components['schemas']['WithdrawnConsent'];
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a key is and may do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only the events with these values of `externalId`. Several values are in repeated parameters; a comma is part of a value */
                externalId?: string[];
                /** @description Only the event with this slug */
                slug?: string;
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
                /** @description Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `externalId` or `slug` */
                createdSince?: string;
                /** @description Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `externalId` or `slug` */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new event. By default, it has your time zone and your currency, and its slug is derived from its name */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvent"];
            };
        };
        responses: {
            /** @description An event as it is returned for a secret key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"] | components["schemas"]["PublicEvent"];
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event as it is returned for a secret key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields of an event to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEvent"];
            };
        };
        responses: {
            /** @description An event as it is returned for a secret key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    createTicketType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description A new ticket type. By default, it is unlimited, on sale immediately, and displayed after the existing ones */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTicketType"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketType"];
                };
            };
        };
    };
    deleteTicketType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the ticket type
                 * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                ticketTypeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event as it is returned for a secret key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    updateTicketType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the ticket type
                 * @example tty_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                ticketTypeId: string;
            };
            cookie?: never;
        };
        /** @description The fields of a ticket type to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicketType"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketType"];
                };
            };
        };
    };
    createAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description A new add-on. By default, it is unlimited, and each purchase has one unit */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAddon"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Addon"];
                };
            };
        };
    };
    deleteAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the add-on
                 * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                addonId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event as it is returned for a secret key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    updateAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the add-on
                 * @example add_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                addonId: string;
            };
            cookie?: never;
        };
        /** @description The fields of an add-on to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAddon"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Addon"];
                };
            };
        };
    };
    upsertEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
                 * @example spring-2027
                 */
                externalId: string;
            };
            cookie?: never;
        };
        /** @description The fields of an event. If the event exists, absent fields keep their values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertEvent"];
            };
        };
        responses: {
            /** @description An event as it is returned for a secret key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description An event as it is returned for a secret key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    upsertTicketType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
                 * @example spring-2027
                 */
                externalId: string;
            };
            cookie?: never;
        };
        /** @description The fields of a ticket type. If it exists, absent fields keep their values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertTicketType"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketType"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketType"];
                };
            };
        };
    };
    upsertAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the object in your system, unique among your objects of its kind. Once it is set, it stays
                 * @example spring-2027
                 */
                externalId: string;
            };
            cookie?: never;
        };
        /** @description The fields of an add-on. If it exists, absent fields keep their values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertAddon"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Addon"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Addon"];
                };
            };
        };
    };
    listQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The questions of an event, including archived ones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionList"];
                };
            };
        };
    };
    createQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description A new question. By default, it is not required, asked for all ticket types, and after the existing questions */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQuestion"];
            };
        };
        responses: {
            /** @description A question to buyers or ticket holders */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
        };
    };
    getQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the question
                 * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                questionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A question to buyers or ticket holders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
        };
    };
    deleteQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the question
                 * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                questionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A question to buyers or ticket holders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
        };
    };
    updateQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
                /**
                 * @description Id of the question
                 * @example que_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                questionId: string;
            };
            cookie?: never;
        };
        /** @description The fields of a question to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateQuestion"];
            };
        };
        responses: {
            /** @description A question to buyers or ticket holders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only the orders with these values of `externalId`. Several values are in repeated parameters; a comma is part of a value */
                externalId?: string[];
                /** @description Only orders in these states. Several values are separated by commas or in repeated parameters */
                status?: ("pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired")[];
                /** @description Only orders for these events. Several values are separated by commas or in repeated parameters */
                eventId?: string[];
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
                /** @description Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `email`, `externalId` or `q` */
                createdSince?: string;
                /** @description Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `email`, `externalId` or `q` */
                createdBefore?: string;
                /** @description Only orders that were paid at or after this time (RFC 3339), oldest payment first. Can be combined with `status` and with other times only in a query with `email`, `externalId` or `q` */
                paidSince?: string;
                /** @description Only orders that have all these words: each must be the begin of a word of the name or of the e-mail address of the buyer, of the name of a ticket holder, of a bib, or of the order number. The result has no next page. Needs the scope `orders:read:pii`. Each search is written to the audit log */
                q?: string;
                /** @description Only orders with this complete e-mail address. Upper and lower case do not matter, and an internationalized domain can be written in Unicode or in ASCII. Needs the scope `orders:read:pii`. Each search is written to the audit log */
                email?: string;
                /** @description Parts that are added: `buyer`, `feeBreakdown`, `items`, `tickets`, separated by commas or in repeated parameters */
                expand?: ("buyer" | "feeBreakdown" | "items" | "tickets")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `Accept: application/jsonl` (or `application/x-ndjson`), the response has all rows as JSON lines, from `cursor` to the end. `limit` has no effect, and `q` cannot be streamed. About every 500th line and the last line have the additional field `nextCursor`; it is null at the end of the list. After a broken connection, send the last `nextCursor` as `cursor`, and drop the lines after it; a response without lines has no further rows. A stream counts as one request for each 1000 rows, and waits while the rate limit is reached. A key can have one stream at a time in each process of the server. A client that reads nothing for 30 seconds is disconnected, and a stream ends after 15 minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                    "application/jsonl": components["schemas"]["Order"];
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An order that you sell yourself, for example at a box office or in another shop */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds` */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: {
                /** @description Parts that are added: `payments`, `refunds`, separated by commas or in repeated parameters */
                expand?: ("payments" | "refunds")[];
            };
            header?: never;
            path: {
                /**
                 * @description Number of the order
                 * @example 7K3Q9MX2PA
                 */
                orderNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the order
                 * @example 7K3Q9MX2PA
                 */
                orderNumber: string;
            };
            cookie?: never;
        };
        /** @description The fields of an order to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrder"];
            };
        };
        responses: {
            /** @description An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters */
                orderNumber?: string[];
                /** @description Only refunds for these events. Several values are separated by commas or in repeated parameters */
                eventId?: string[];
                /** @description Only rows whose `createdAt` is at or after this time (RFC 3339). Cannot be combined with `updatedSince` */
                createdSince?: string;
                /** @description Only rows whose `createdAt` is before this time (RFC 3339). Cannot be combined with `updatedSince` */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPage"];
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the refund
                 * @example led_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A refund of an order. `orderNumber` is null for money that was returned because its order could not be paid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the order
                 * @example 7K3Q9MX2PA
                 */
                orderNumber: string;
            };
            cookie?: never;
        };
        /** @description What to refund: `ticketIds` and `items`, an `amount` with a `reason`, or `whole` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRefund"];
            };
        };
        responses: {
            /** @description What a refund would do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPreview"];
                };
            };
            /** @description A refund of an order. `orderNumber` is null for money that was returned because its order could not be paid */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the order
                 * @example 7K3Q9MX2PA
                 */
                orderNumber: string;
            };
            cookie?: never;
        };
        /** @description How to cancel an order */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Cancellation"];
            };
        };
        responses: {
            /** @description An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
        };
    };
    payOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the order
                 * @example 7K3Q9MX2PA
                 */
                orderNumber: string;
            };
            cookie?: never;
        };
        /** @description The money of an order */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceivedMoney"];
            };
        };
        responses: {
            /** @description An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters */
                orderNumber?: string[];
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
                /** @description Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber` */
                createdSince?: string;
                /** @description Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber` */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the payment
                 * @example pay_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A payment of an order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
        };
    };
    listTickets: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only the tickets with these values of `externalId`. Several values are in repeated parameters; a comma is part of a value */
                externalId?: string[];
                /** @description Only tickets for these events. Several values are separated by commas or in repeated parameters */
                eventId?: string[];
                /** @description Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters */
                orderNumber?: string[];
                /** @description Only tickets with these statuses. Several values are separated by commas or in repeated parameters */
                status?: ("valid" | "used" | "void")[];
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
                /** @description Only rows whose `issuedAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber` or `externalId` */
                createdSince?: string;
                /** @description Only rows whose `issuedAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber` or `externalId` */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketPage"];
                };
            };
        };
    };
    getTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket
                 * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A ticket. `answers` need the scope `orders:read:pii` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketDetail"];
                };
            };
        };
    };
    updateTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket
                 * @example tkt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields of a ticket to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicket"];
            };
        };
        responses: {
            /** @description A ticket, without personal fields */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    assignBibs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description How the tickets of an event get bibs */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignBibs"];
            };
        };
        responses: {
            /** @description What an assignment of bibs has changed, or would change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignedBibs"];
                };
            };
        };
    };
    listAttendees: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only attendees of these events. Several values are separated by commas or in repeated parameters */
                eventId?: string[];
                /** @description Only attendees with a ticket of these types. Several values are separated by commas or in repeated parameters */
                ticketTypeId?: string[];
                /** @description Only attendees whose ticket has one of these statuses. Several values are separated by commas or in repeated parameters */
                status?: ("valid" | "used" | "void")[];
                /** @description Only attendees that have all these words: each must be the begin of a name of the holder or the buyer, a bib, an order number or an e-mail address. With one `eventId`, also of an answer of the holder, such as a club, a size or a birth date */
                q?: string;
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
                /** @description Only rows whose `issuedAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `q` */
                createdSince?: string;
                /** @description Only rows whose `issuedAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `q` */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `Accept: application/jsonl` (or `application/x-ndjson`), the response has all rows as JSON lines, from `cursor` to the end. `limit` has no effect, and `q` cannot be streamed. About every 500th line and the last line have the additional field `nextCursor`; it is null at the end of the list. After a broken connection, send the last `nextCursor` as `cursor`, and drop the lines after it; a response without lines has no further rows. A stream counts as one request for each 1000 rows, and waits while the rate limit is reached. A key can have one stream at a time in each process of the server. A client that reads nothing for 30 seconds is disconnected, and a stream ends after 15 minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttendeePage"];
                    "application/jsonl": components["schemas"]["ListedAttendee"];
                };
            };
        };
    };
    checkIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A scanned ticket. By default it is scanned now, with the direction `entry`, at the only gate of the event that is not archived */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckInRequest"];
            };
        };
        responses: {
            /** @description A check-in and its result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
        };
    };
    undoCheckIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the check-in
                 * @example scn_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A check-in and its result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
        };
    };
    listEntitlements: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only entitlements bought with this complete e-mail address. Upper and lower case do not matter, and an internationalized domain can be written in Unicode or in ASCII. Each search is written to the audit log */
                email?: string;
                /** @description Only entitlements for these events. Several values are separated by commas or in repeated parameters */
                eventId?: string[];
                /** @description Only entitlements for add-ons of these types. Several values are in repeated parameters; a comma is part of a value */
                type?: string[];
                /** @description `true`: only entitlements without remaining units; `false`: only entitlements with remaining units */
                consumed?: boolean;
                /** @description Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters */
                orderNumber?: string[];
                /** @description Only entitlements of the order that has a ticket with this QR content */
                qrValue?: string;
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
                /** @description Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber`, `qrValue` or `email` */
                createdSince?: string;
                /** @description Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber`, `qrValue` or `email` */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementPage"];
                };
            };
        };
    };
    getEntitlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the entitlement
                 * @example ent_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A purchased add-on and its remaining units, without personal fields */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entitlement"];
                };
            };
        };
    };
    consumeUnits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The units of an entitlement to consume */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsumeRequest"];
            };
        };
        responses: {
            /** @description A consumption, and the current state of its entitlement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsumeResult"];
                };
            };
        };
    };
    reverseConsumption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the consumption
                 * @example con_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Why a consumption is reversed */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversalRequest"];
            };
        };
        responses: {
            /** @description A reversed consumption, and the current state of its entitlement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsumptionReversal"];
                };
            };
        };
    };
    listConsumptions: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only consumptions of these entitlements. Several values are separated by commas or in repeated parameters */
                entitlementId?: string[];
                /** @description Only the consumption with this `ref` */
                ref?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsumptionPage"];
                };
            };
        };
    };
    getConsumption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the consumption
                 * @example con_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Units that were consumed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consumption"];
                };
            };
        };
    };
    listSettlements: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only the settlements of these events. Several values are separated by commas or in repeated parameters */
                eventId?: string[];
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementPage"];
                };
            };
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only events of these types, separated by commas or in repeated parameters. By default, all types that the key can read */
                type?: ("order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.expired" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.voided" | "ticket.updated" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid")[];
                /** @description Only events with a higher `sequence` */
                after?: number;
                /** @description Starts with the first event at or after this time (RFC 3339) */
                createdSince?: string;
                /** @description Only events about this resource: the id of a ticket, an add-on, an event or a settlement, or an order number. An order number also finds the events about the tickets and add-ons of the order */
                objectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventFeed"];
                };
            };
        };
    };
    getWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example msg_01kamz0g5ve4q8v5x2c4g64102
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event, as it is sent to endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEvent"];
                };
            };
        };
    };
    streamWebhookEvents: {
        parameters: {
            query?: {
                /** @description Only events of these types, separated by commas or in repeated parameters. By default, all types that the key can read */
                type?: ("order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.expired" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.voided" | "ticket.updated" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid")[];
                /** @description Only events with a higher `sequence` */
                after?: number;
                /** @description Starts with the first event at or after this time (RFC 3339) */
                createdSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new webhook endpoint */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description A new endpoint and its signing secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook endpoint with its health */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithHealth"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSettings"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        /** @description The fields to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description A webhook endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSettings"];
                };
            };
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSettings"];
                };
            };
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSettings"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whk_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description A delivery to an endpoint */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only deliveries to these endpoints. Several values are separated by commas or in repeated parameters */
                endpointId?: string[];
                /** @description Only deliveries with these statuses. Several values are separated by commas or in repeated parameters */
                status?: ("pending" | "succeeded" | "failed" | "cancelled")[];
                /** @description Only events of these types. Several values are separated by commas or in repeated parameters */
                type?: string[];
                /** @description Only events about this resource: the id of a ticket, an add-on, an event or a settlement, or an order number. An order number also finds the events about the tickets and add-ons of the order */
                objectId?: string;
                /** @description Only events at or after this time (RFC 3339) */
                createdSince?: string;
                /** @description Only events before this time (RFC 3339) */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery
                 * @example dlv_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A delivery with its event and its attempts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery
                 * @example dlv_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A delivery to an endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    triggerEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A type of webhook event to make happen */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerRequest"];
            };
        };
        responses: {
            /** @description The events that a trigger has emitted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerResult"];
                };
            };
        };
    };
    listPublishedEvents: {
        parameters: {
            query?: {
                /** @description Maximum number of rows in a page */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language` */
                lang?: string;
                /** @description Only rows that changed at or after this time (RFC 3339), oldest change first */
                updatedSince?: string;
                /** @description Only rows whose `createdAt` is at or after this time (RFC 3339). Cannot be combined with `updatedSince` */
                createdSince?: string;
                /** @description Only rows whose `createdAt` is before this time (RFC 3339). Cannot be combined with `updatedSince` */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicEventPage"];
                };
            };
        };
    };
    getPublishedEvent: {
        parameters: {
            query?: {
                /** @description The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language` */
                lang?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A published event as it is returned for a publishable key: without stock numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicEvent"];
                };
            };
        };
    };
    getAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which ticket types and add-ons of a published event can be bought now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"];
                };
            };
        };
    };
    getEventOnSale: {
        parameters: {
            query?: {
                /** @description The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language` */
                lang?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example evt_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A published event as it is returned to buyers: without stock numbers, except `quantityLeft` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventOnSale"];
                };
            };
        };
    };
    quote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A cart to price */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description Current price of a cart */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
        };
    };
    reserve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The tickets and add-ons to reserve, and their buyer */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReserveRequest"];
            };
        };
        responses: {
            /** @description A pending order, which holds its stock until it is paid, is cancelled or expires */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
        };
    };
    pay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The reservation to pay, and the payment method */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayRequest"];
            };
        };
        responses: {
            /** @description Status of the order and, if it is not paid yet, the next step for the buyer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayResult"];
                };
            };
        };
    };
    cancelReservation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The reservation to cancel */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description A reservation that was cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledReservation"];
                };
            };
        };
    };
    getOwnOrder: {
        parameters: {
            query?: {
                /** @description The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language` */
                lang?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Number of the order
                 * @example 7K3Q9MX2PA
                 */
                orderNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An order as it is returned to its buyer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyerOrder"];
                };
            };
        };
    };
    updateOwnOrder: {
        parameters: {
            query?: {
                /** @description The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language` */
                lang?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Number of the order
                 * @example 7K3Q9MX2PA
                 */
                orderNumber: string;
            };
            cookie?: never;
        };
        /** @description The answers of an order to change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnOrderAnswers"];
            };
        };
        responses: {
            /** @description An order as it is returned to its buyer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyerOrder"];
                };
            };
        };
    };
    requestCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The e-mail address that a code is sent to. With a `cart`, the e-mail has a link that opens the page of the event with this cart on any device, so that a buyer who has closed the page can continue. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtpRequest"];
            };
        };
        responses: {
            /** @description A code was sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpSent"];
                };
            };
        };
    };
    verifyCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An e-mail address, and the code that was sent to it */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtpVerifyRequest"];
            };
        };
        responses: {
            /** @description A token that proves that an e-mail address was verified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyerToken"];
                };
            };
        };
    };
    pairDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The code that the dashboard or the command line shows */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GatePairRequest"];
            };
        };
        responses: {
            /** @description The token of a paired device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatePairing"];
                };
            };
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All that a device needs to know about its event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateContext"];
                };
            };
        };
    };
    reportDeviceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The state of a device */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GateDeviceStatus"];
            };
        };
        responses: {
            /** @description The time of the server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateServerTime"];
                };
            };
        };
    };
    scanTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A scanned ticket */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GateScanRequest"];
            };
        };
        responses: {
            /** @description A scan and its result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateScan"];
                };
            };
        };
    };
    sendScans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The scans of a device that was offline */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GateScanBatch"];
            };
        };
        responses: {
            /** @description What the server found for each scan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateScanBatchResult"];
                };
            };
        };
    };
    undoScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the scan
                 * @example scn_01kamz0g5ve4q8v5x2c4g6t0yd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A scan and its result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateScan"];
                };
            };
        };
    };
    searchTickets: {
        parameters: {
            query: {
                /**
                 * @description Words in any order, in upper or lower case, with or without accents. Each of them is the begin of a word of the name of a holder or of a buyer, of a bib (without leading zeros), of an order number (at least 4 characters), or of an e-mail address
                 * @example lovelace
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tickets of the event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateSearchResult"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scans of the event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateStats"];
                };
            };
        };
    };
    streamStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    getOfflineBundle: {
        parameters: {
            query?: {
                /** @description The `Bundle-Cursor` of an earlier bundle. Only tickets that have changed since are returned */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    lookUpEntitlements: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The ticket of a guest at the bar */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GateLookupRequest"];
            };
        };
        responses: {
            /** @description What a guest has bought; `ticket` is null for an unknown QR code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateLookupResult"];
                };
            };
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreatedWebhook"];
            };
        };
        responses: never;
    };
    onOrderPaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPaidWebhook"];
            };
        };
        responses: never;
    };
    onOrderRefunded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRefundedWebhook"];
            };
        };
        responses: never;
    };
    onOrderCancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCancelledWebhook"];
            };
        };
        responses: never;
    };
    onOrderExpired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderExpiredWebhook"];
            };
        };
        responses: never;
    };
    onOrderUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdatedWebhook"];
            };
        };
        responses: never;
    };
    onOrderAnonymized: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderAnonymizedWebhook"];
            };
        };
        responses: never;
    };
    onOrderDisputed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderDisputedWebhook"];
            };
        };
        responses: never;
    };
    onPaymentReceived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentReceivedWebhook"];
            };
        };
        responses: never;
    };
    onRefundCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCreatedWebhook"];
            };
        };
        responses: never;
    };
    onRefundSucceeded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundSucceededWebhook"];
            };
        };
        responses: never;
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundFailedWebhook"];
            };
        };
        responses: never;
    };
    onTicketIssued: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketIssuedWebhook"];
            };
        };
        responses: never;
    };
    onTicketUsed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketUsedWebhook"];
            };
        };
        responses: never;
    };
    onTicketCheckInUndone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketCheckInUndoneWebhook"];
            };
        };
        responses: never;
    };
    onTicketVoided: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketVoidedWebhook"];
            };
        };
        responses: never;
    };
    onTicketUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketUpdatedWebhook"];
            };
        };
        responses: never;
    };
    onAddonGranted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddonGrantedWebhook"];
            };
        };
        responses: never;
    };
    onAddonConsumed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddonConsumedWebhook"];
            };
        };
        responses: never;
    };
    onAddonConsumptionReversed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddonConsumptionReversedWebhook"];
            };
        };
        responses: never;
    };
    onEventCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCreatedWebhook"];
            };
        };
        responses: never;
    };
    onEventUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventUpdatedWebhook"];
            };
        };
        responses: never;
    };
    onEventPublished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventPublishedWebhook"];
            };
        };
        responses: never;
    };
    onEventArchived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventArchivedWebhook"];
            };
        };
        responses: never;
    };
    onEventDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventDeletedWebhook"];
            };
        };
        responses: never;
    };
    onSettlementUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettlementUpdatedWebhook"];
            };
        };
        responses: never;
    };
    onSettlementPaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettlementPaidWebhook"];
            };
        };
        responses: never;
    };
    onEndpointDisabled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointDisabledWebhook"];
            };
        };
        responses: never;
    };
    onPing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PingWebhook"];
            };
        };
        responses: never;
    };
}
