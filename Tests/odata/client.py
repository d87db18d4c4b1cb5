"""Reads the feed that Tests/odata/run serves, and compares it with what was imported."""

import decimal
import sys

import requests
from odata import ODataService

url, token = sys.argv[1:]
session = requests.Session()
session.auth = ("anybody", token)
service = ODataService(url, session=session, reflect_entities=True)
Stock = service.entities["stock"]


def numbers(query):
    return [one.id for one in query.all()]


def check(name, actual, expected):
    assert actual == expected, f"{name}: {actual} instead of {expected}"
    print(f"ok: {name}")


def query():
    return service.query(Stock)


check("all pages", sorted(numbers(query())), list(range(1, 2502)))
check("the entity sets", list(service.entities), ["stock"])
first = query().filter(Stock.id == 1).first()
check("text", first.Item_name, "Item, 1")
check("decimal", first.price, decimal.Decimal("1000.50"))
check("date", str(first.arrived)[:10], "2026-03-02")
check("boolean", first.sold, True)
check("sensitive", first.buyer, "•••")
check("gt and lt", numbers(query().filter(Stock.id > 3).filter(Stock.id < 6)), [4, 5])
check("decimal filter", numbers(query().filter(Stock.price <= decimal.Decimal("2000.50"))), [1, 2])
check("contains", len(numbers(query().filter(Stock.Item_name.contains("999")))), 2)
check("startswith", len(numbers(query().filter(Stock.Item_name.startswith("Item, 25")))), 13)
check("boolean filter", len(numbers(query().filter(Stock.sold == True))), 1251)  # noqa: E712
check("orderby and limit", numbers(query().order_by(Stock.id.desc()).limit(2)), [2501, 2500])
check("get", query().get(7).id, 7)
raw = session.get(url + "stock/$count", params={"$filter": "sold and id le 10"})
check("$count", raw.text, "5")
