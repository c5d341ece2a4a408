// Reads and writes with the client that oapi-codegen generates.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	baseURL, key, orderNumber, entitlementID := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	ctx := context.Background()
	client, err := NewClientWithResponses(baseURL, WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
	exitOn(err)

	limit := int32(1)
	events, err := client.ListEventsWithResponse(ctx, &ListEventsParams{Limit: &limit})
	exitOn(err)
	order, err := client.GetOrderWithResponse(ctx, orderNumber, &GetOrderParams{})
	exitOn(err)
	missing, err := client.GetOrderWithResponse(ctx, "UNKNOWN000", &GetOrderParams{})
	exitOn(err)
	consumption := ConsumeRequest{EntitlementId: entitlementID, Units: 1, Ref: "from oapi-codegen"}
	consumed, err := client.ConsumeUnitsWithResponse(ctx, &ConsumeUnitsParams{}, consumption)
	exitOn(err)
	event, err := events.JSON200.Data[0].AsEvent()
	exitOn(err)
	description := "Changed by oapi-codegen"
	changed, err := client.UpdateEventWithResponse(ctx, event.Id, &UpdateEventParams{}, UpdateEvent{Description: &description})
	exitOn(err)

	exitOn(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"event":       event.Name,
		"hasMore":     events.JSON200.HasMore,
		"buyer":       order.JSON200.Buyer.Email,
		"holder":      order.JSON200.Tickets[0].HolderName,
		"total":       order.JSON200.FeeBreakdown.Total,
		"status":      order.JSON200.Status,
		"error":       missing.ApplicationproblemJSON404.Code,
		"reason":      missing.ApplicationproblemJSON404.Reason,
		"remaining":   consumed.JSON200.Entitlement.UnitsRemaining,
		"description": changed.JSON200.Description,
	}))
}

func exitOn(err error) {
	if err != nil {
		panic(err)
	}
}
